-- 20261123154606_indexes_end_with_the_id
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 150: make the index accounting_point_postal_code_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point: reads and writes go on; waits for the transactions that are running
-- Work: scans accounting_point twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_postal_code_id_idx;
create index concurrently accounting_point_postal_code_id_idx on public.accounting_point (postal_code, id);

-- To undo it:
--   drop index concurrently if exists public.accounting_point_postal_code_id_idx;

-- Step 2 of 150: make the index accounting_point_history_postal_code_accounting_point_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_history: reads and writes go on; waits for the transactions that are running
-- Work: scans accounting_point_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_history_postal_code_accounting_point_id_idx;
create index concurrently accounting_point_history_postal_code_accounting_point_id_idx on public.accounting_point_history (postal_code, accounting_point_id);

-- To undo it:
--   drop index concurrently if exists public.accounting_point_history_postal_code_accounting_point_id_idx;

-- Step 3 of 150: make the index accounting_point_history_business_id_accounting_point_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_history: reads and writes go on; waits for the transactions that are running
-- Work: scans accounting_point_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_history_business_id_accounting_point_id_idx;
create index concurrently accounting_point_history_business_id_accounting_point_id_idx on public.accounting_point_history (business_id, accounting_point_id);

-- To undo it:
--   drop index concurrently if exists public.accounting_point_history_business_id_accounting_point_id_idx;

-- Step 4 of 150: make the index accounting_point_balance_responsible_party_balance_787913fd_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_balance_responsible_party: reads and writes go on; waits for the transactions that are running
-- Work: scans accounting_point_balance_responsible_party twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_balance_responsible_party_balance_787913fd_idx;
create index concurrently accounting_point_balance_responsible_party_balance_787913fd_idx on public.accounting_point_balance_responsible_party (balance_responsible_party_id, accounting_point_id, valid_from, id);

-- To undo it:
--   drop index concurrently if exists public.accounting_point_balance_responsible_party_balance_787913fd_idx;

-- Step 5 of 150: make the index accounting_point_balance_responsible_party_history_ec7e0ec4_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_balance_responsible_party_history: reads and writes go on; waits for the transactions that are running
-- Work: scans accounting_point_balance_responsible_party_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_balance_responsible_party_history_ec7e0ec4_idx;
create index concurrently accounting_point_balance_responsible_party_history_ec7e0ec4_idx on public.accounting_point_balance_responsible_party_history (balance_responsible_party_id, accounting_point_id, valid_from, accounting_point_balance_responsible_party_id);

-- To undo it:
--   drop index concurrently if exists public.accounting_point_balance_responsible_party_history_ec7e0ec4_idx;

-- Step 6 of 150: make the index accounting_point_balance_responsible_party_history_4c681951_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_balance_responsible_party_history: reads and writes go on; waits for the transactions that are running
-- Work: scans accounting_point_balance_responsible_party_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_balance_responsible_party_history_4c681951_idx;
create index concurrently accounting_point_balance_responsible_party_history_4c681951_idx on public.accounting_point_balance_responsible_party_history (accounting_point_id, accounting_point_balance_responsible_party_id);

-- To undo it:
--   drop index concurrently if exists public.accounting_point_balance_responsible_party_history_4c681951_idx;

-- Step 7 of 150: make the index accounting_point_end_user_end_user_id_accounting_p_4b2b4a97_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_end_user: reads and writes go on; waits for the transactions that are running
-- Work: scans accounting_point_end_user twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_end_user_end_user_id_accounting_p_4b2b4a97_idx;
create index concurrently accounting_point_end_user_end_user_id_accounting_p_4b2b4a97_idx on public.accounting_point_end_user (end_user_id, accounting_point_id, valid_from, id);

-- To undo it:
--   drop index concurrently if exists public.accounting_point_end_user_end_user_id_accounting_p_4b2b4a97_idx;

-- Step 8 of 150: make the index accounting_point_end_user_history_end_user_id_acco_940196b9_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_end_user_history: reads and writes go on; waits for the transactions that are running
-- Work: scans accounting_point_end_user_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_end_user_history_end_user_id_acco_940196b9_idx;
create index concurrently accounting_point_end_user_history_end_user_id_acco_940196b9_idx on public.accounting_point_end_user_history (end_user_id, accounting_point_id, valid_from, accounting_point_end_user_id);

-- To undo it:
--   drop index concurrently if exists public.accounting_point_end_user_history_end_user_id_acco_940196b9_idx;

-- Step 9 of 150: make the index accounting_point_end_user_history_accounting_point_013fb771_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_end_user_history: reads and writes go on; waits for the transactions that are running
-- Work: scans accounting_point_end_user_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_end_user_history_accounting_point_013fb771_idx;
create index concurrently accounting_point_end_user_history_accounting_point_013fb771_idx on public.accounting_point_end_user_history (accounting_point_id, accounting_point_end_user_id);

-- To undo it:
--   drop index concurrently if exists public.accounting_point_end_user_history_accounting_point_013fb771_idx;

-- Step 10 of 150: make the index accounting_point_energy_supplier_energy_supplier_i_1b24b7a2_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_energy_supplier: reads and writes go on; waits for the transactions that are running
-- Work: scans accounting_point_energy_supplier twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_energy_supplier_energy_supplier_i_1b24b7a2_idx;
create index concurrently accounting_point_energy_supplier_energy_supplier_i_1b24b7a2_idx on public.accounting_point_energy_supplier (energy_supplier_id, accounting_point_id, valid_from, id);

-- To undo it:
--   drop index concurrently if exists public.accounting_point_energy_supplier_energy_supplier_i_1b24b7a2_idx;

-- Step 11 of 150: make the index accounting_point_energy_supplier_history_energy_su_839b1082_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_energy_supplier_history: reads and writes go on; waits for the transactions that are running
-- Work: scans accounting_point_energy_supplier_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_energy_supplier_history_energy_su_839b1082_idx;
create index concurrently accounting_point_energy_supplier_history_energy_su_839b1082_idx on public.accounting_point_energy_supplier_history (energy_supplier_id, accounting_point_id, valid_from, accounting_point_energy_supplier_id);

-- To undo it:
--   drop index concurrently if exists public.accounting_point_energy_supplier_history_energy_su_839b1082_idx;

-- Step 12 of 150: make the index accounting_point_energy_supplier_history_accountin_8db2718e_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_energy_supplier_history: reads and writes go on; waits for the transactions that are running
-- Work: scans accounting_point_energy_supplier_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_energy_supplier_history_accountin_8db2718e_idx;
create index concurrently accounting_point_energy_supplier_history_accountin_8db2718e_idx on public.accounting_point_energy_supplier_history (accounting_point_id, accounting_point_energy_supplier_id);

-- To undo it:
--   drop index concurrently if exists public.accounting_point_energy_supplier_history_accountin_8db2718e_idx;

-- Step 13 of 150: make the index accounting_point_metering_grid_area_metering_grid__e94eb555_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_metering_grid_area: reads and writes go on; waits for the transactions that are running
-- Work: scans accounting_point_metering_grid_area twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_metering_grid_area_metering_grid__e94eb555_idx;
create index concurrently accounting_point_metering_grid_area_metering_grid__e94eb555_idx on public.accounting_point_metering_grid_area (metering_grid_area_id, accounting_point_id, valid_from, id);

-- To undo it:
--   drop index concurrently if exists public.accounting_point_metering_grid_area_metering_grid__e94eb555_idx;

-- Step 14 of 150: make the index accounting_point_metering_grid_area_history_meteri_a9b98711_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_metering_grid_area_history: reads and writes go on; waits for the transactions that are running
-- Work: scans accounting_point_metering_grid_area_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_metering_grid_area_history_meteri_a9b98711_idx;
create index concurrently accounting_point_metering_grid_area_history_meteri_a9b98711_idx on public.accounting_point_metering_grid_area_history (metering_grid_area_id, accounting_point_id, valid_from, accounting_point_metering_grid_area_id);

-- To undo it:
--   drop index concurrently if exists public.accounting_point_metering_grid_area_history_meteri_a9b98711_idx;

-- Step 15 of 150: make the index accounting_point_metering_grid_area_history_accoun_3c36271e_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_metering_grid_area_history: reads and writes go on; waits for the transactions that are running
-- Work: scans accounting_point_metering_grid_area_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_metering_grid_area_history_accoun_3c36271e_idx;
create index concurrently accounting_point_metering_grid_area_history_accoun_3c36271e_idx on public.accounting_point_metering_grid_area_history (accounting_point_id, accounting_point_metering_grid_area_id);

-- To undo it:
--   drop index concurrently if exists public.accounting_point_metering_grid_area_history_accoun_3c36271e_idx;

-- Step 16 of 150: make the index bidding_zone_history_business_id_bidding_zone_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on bidding_zone_history: reads and writes go on; waits for the transactions that are running
-- Work: scans bidding_zone_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.bidding_zone_history_business_id_bidding_zone_id_idx;
create index concurrently bidding_zone_history_business_id_bidding_zone_id_idx on public.bidding_zone_history (business_id, bidding_zone_id);

-- To undo it:
--   drop index concurrently if exists public.bidding_zone_history_business_id_bidding_zone_id_idx;

-- Step 17 of 150: make the index bidding_zone_history_code_bidding_zone_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on bidding_zone_history: reads and writes go on; waits for the transactions that are running
-- Work: scans bidding_zone_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.bidding_zone_history_code_bidding_zone_id_idx;
create index concurrently bidding_zone_history_code_bidding_zone_id_idx on public.bidding_zone_history (code, bidding_zone_id);

-- To undo it:
--   drop index concurrently if exists public.bidding_zone_history_code_bidding_zone_id_idx;

-- Step 18 of 150: make the index contract_service_provider_id_accounting_point_id_v_08cd7c9f_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on contract: reads and writes go on; waits for the transactions that are running
-- Work: scans contract twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.contract_service_provider_id_accounting_point_id_v_08cd7c9f_idx;
create index concurrently contract_service_provider_id_accounting_point_id_v_08cd7c9f_idx on public.contract (service_provider_id, accounting_point_id, valid_from, status, id);

-- To undo it:
--   drop index concurrently if exists public.contract_service_provider_id_accounting_point_id_v_08cd7c9f_idx;

-- Step 19 of 150: make the index contract_end_user_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on contract: reads and writes go on; waits for the transactions that are running
-- Work: scans contract twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.contract_end_user_id_id_idx;
create index concurrently contract_end_user_id_id_idx on public.contract (end_user_id, id);

-- To undo it:
--   drop index concurrently if exists public.contract_end_user_id_id_idx;

-- Step 20 of 150: make the index contract_history_service_provider_id_accounting_po_e4eedc3a_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on contract_history: reads and writes go on; waits for the transactions that are running
-- Work: scans contract_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.contract_history_service_provider_id_accounting_po_e4eedc3a_idx;
create index concurrently contract_history_service_provider_id_accounting_po_e4eedc3a_idx on public.contract_history (service_provider_id, accounting_point_id, valid_from, status, contract_id);

-- To undo it:
--   drop index concurrently if exists public.contract_history_service_provider_id_accounting_po_e4eedc3a_idx;

-- Step 21 of 150: make the index contract_history_accounting_point_id_contract_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on contract_history: reads and writes go on; waits for the transactions that are running
-- Work: scans contract_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.contract_history_accounting_point_id_contract_id_idx;
create index concurrently contract_history_accounting_point_id_contract_id_idx on public.contract_history (accounting_point_id, contract_id);

-- To undo it:
--   drop index concurrently if exists public.contract_history_accounting_point_id_contract_id_idx;

-- Step 22 of 150: make the index contract_history_end_user_id_contract_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on contract_history: reads and writes go on; waits for the transactions that are running
-- Work: scans contract_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.contract_history_end_user_id_contract_id_idx;
create index concurrently contract_history_end_user_id_contract_id_idx on public.contract_history (end_user_id, contract_id);

-- To undo it:
--   drop index concurrently if exists public.contract_history_end_user_id_contract_id_idx;

-- Step 23 of 150: make the index controllable_unit_status_grid_validation_status_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_status_grid_validation_status_id_idx;
create index concurrently controllable_unit_status_grid_validation_status_id_idx on public.controllable_unit (status, grid_validation_status, id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_status_grid_validation_status_id_idx;

-- Step 24 of 150: make the index controllable_unit_history_status_grid_validation_s_3d80003d_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_history: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_history_status_grid_validation_s_3d80003d_idx;
create index concurrently controllable_unit_history_status_grid_validation_s_3d80003d_idx on public.controllable_unit_history (status, grid_validation_status, controllable_unit_id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_history_status_grid_validation_s_3d80003d_idx;

-- Step 25 of 150: make the index controllable_unit_history_accounting_point_id_cont_93281ed0_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_history: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_history_accounting_point_id_cont_93281ed0_idx;
create index concurrently controllable_unit_history_accounting_point_id_cont_93281ed0_idx on public.controllable_unit_history (accounting_point_id, controllable_unit_id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_history_accounting_point_id_cont_93281ed0_idx;

-- Step 26 of 150: make the index controllable_unit_history_created_by_party_id_cont_9a4ec70b_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_history: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_history_created_by_party_id_cont_9a4ec70b_idx;
create index concurrently controllable_unit_history_created_by_party_id_cont_9a4ec70b_idx on public.controllable_unit_history (created_by_party_id, controllable_unit_id, status);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_history_created_by_party_id_cont_9a4ec70b_idx;

-- Step 27 of 150: make the index controllable_unit_history_business_id_controllable_unit_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_history: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_history_business_id_controllable_unit_id_idx;
create index concurrently controllable_unit_history_business_id_controllable_unit_id_idx on public.controllable_unit_history (business_id, controllable_unit_id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_history_business_id_controllable_unit_id_idx;

-- Step 28 of 150: make the index controllable_unit_service_provider_service_provide_c64277a2_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_service_provider: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit_service_provider twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_service_provider_service_provide_c64277a2_idx;
create index concurrently controllable_unit_service_provider_service_provide_c64277a2_idx on public.controllable_unit_service_provider (service_provider_id, controllable_unit_id, valid_from, id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_service_provider_service_provide_c64277a2_idx;

-- Step 29 of 150: make the index controllable_unit_service_provider_accounting_point_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_service_provider: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit_service_provider twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_service_provider_accounting_point_id_id_idx;
create index concurrently controllable_unit_service_provider_accounting_point_id_id_idx on public.controllable_unit_service_provider (accounting_point_id, id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_service_provider_accounting_point_id_id_idx;

-- Step 30 of 150: make the index controllable_unit_service_provider_history_service_5ab92f23_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_service_provider_history: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit_service_provider_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_service_provider_history_service_5ab92f23_idx;
create index concurrently controllable_unit_service_provider_history_service_5ab92f23_idx on public.controllable_unit_service_provider_history (service_provider_id, controllable_unit_id, valid_from, controllable_unit_service_provider_id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_service_provider_history_service_5ab92f23_idx;

-- Step 31 of 150: make the index controllable_unit_service_provider_history_control_e2af1f82_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_service_provider_history: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit_service_provider_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_service_provider_history_control_e2af1f82_idx;
create index concurrently controllable_unit_service_provider_history_control_e2af1f82_idx on public.controllable_unit_service_provider_history (controllable_unit_id, controllable_unit_service_provider_id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_service_provider_history_control_e2af1f82_idx;

-- Step 32 of 150: make the index controllable_unit_service_provider_history_account_06e8f228_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_service_provider_history: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit_service_provider_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_service_provider_history_account_06e8f228_idx;
create index concurrently controllable_unit_service_provider_history_account_06e8f228_idx on public.controllable_unit_service_provider_history (accounting_point_id, controllable_unit_service_provider_id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_service_provider_history_account_06e8f228_idx;

-- Step 33 of 150: make the index controllable_unit_suspension_status_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_suspension: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit_suspension twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_suspension_status_id_idx;
create index concurrently controllable_unit_suspension_status_id_idx on public.controllable_unit_suspension (status, id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_suspension_status_id_idx;

-- Step 34 of 150: make the index controllable_unit_suspension_controllable_unit_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_suspension: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit_suspension twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_suspension_controllable_unit_id_id_idx;
create index concurrently controllable_unit_suspension_controllable_unit_id_id_idx on public.controllable_unit_suspension (controllable_unit_id, id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_suspension_controllable_unit_id_id_idx;

-- Step 35 of 150: make the index controllable_unit_suspension_impacted_system_operator_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_suspension: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit_suspension twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_suspension_impacted_system_operator_id_id_idx;
create index concurrently controllable_unit_suspension_impacted_system_operator_id_id_idx on public.controllable_unit_suspension (impacted_system_operator_id, id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_suspension_impacted_system_operator_id_id_idx;

-- Step 36 of 150: make the index controllable_unit_suspension_history_status_contro_508f79f7_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_suspension_history: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit_suspension_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_suspension_history_status_contro_508f79f7_idx;
create index concurrently controllable_unit_suspension_history_status_contro_508f79f7_idx on public.controllable_unit_suspension_history (status, controllable_unit_suspension_id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_suspension_history_status_contro_508f79f7_idx;

-- Step 37 of 150: make the index controllable_unit_suspension_history_controllable__c1416526_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_suspension_history: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit_suspension_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_suspension_history_controllable__c1416526_idx;
create index concurrently controllable_unit_suspension_history_controllable__c1416526_idx on public.controllable_unit_suspension_history (controllable_unit_id, controllable_unit_suspension_id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_suspension_history_controllable__c1416526_idx;

-- Step 38 of 150: make the index controllable_unit_suspension_history_impacted_syst_13d5c9ec_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_suspension_history: reads and writes go on; waits for the transactions that are running
-- Work: scans controllable_unit_suspension_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_suspension_history_impacted_syst_13d5c9ec_idx;
create index concurrently controllable_unit_suspension_history_impacted_syst_13d5c9ec_idx on public.controllable_unit_suspension_history (impacted_system_operator_id, controllable_unit_suspension_id);

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_suspension_history_impacted_syst_13d5c9ec_idx;

-- Step 39 of 150: make the index identity_history_subject_identity_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on identity_history: reads and writes go on; waits for the transactions that are running
-- Work: scans identity_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.identity_history_subject_identity_id_idx;
create index concurrently identity_history_subject_identity_id_idx on public.identity_history (subject, identity_id);

-- To undo it:
--   drop index concurrently if exists public.identity_history_subject_identity_id_idx;

-- Step 40 of 150: make the index metering_grid_area_history_business_id_metering_gr_41982603_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on metering_grid_area_history: reads and writes go on; waits for the transactions that are running
-- Work: scans metering_grid_area_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.metering_grid_area_history_business_id_metering_gr_41982603_idx;
create index concurrently metering_grid_area_history_business_id_metering_gr_41982603_idx on public.metering_grid_area_history (business_id, metering_grid_area_id);

-- To undo it:
--   drop index concurrently if exists public.metering_grid_area_history_business_id_metering_gr_41982603_idx;

-- Step 41 of 150: make the index metering_grid_area_bidding_zone_bidding_zone_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on metering_grid_area_bidding_zone: reads and writes go on; waits for the transactions that are running
-- Work: scans metering_grid_area_bidding_zone twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.metering_grid_area_bidding_zone_bidding_zone_id_id_idx;
create index concurrently metering_grid_area_bidding_zone_bidding_zone_id_id_idx on public.metering_grid_area_bidding_zone (bidding_zone_id, id);

-- To undo it:
--   drop index concurrently if exists public.metering_grid_area_bidding_zone_bidding_zone_id_id_idx;

-- Step 42 of 150: make the index metering_grid_area_bidding_zone_history_metering_g_bcb02265_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on metering_grid_area_bidding_zone_history: reads and writes go on; waits for the transactions that are running
-- Work: scans metering_grid_area_bidding_zone_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.metering_grid_area_bidding_zone_history_metering_g_bcb02265_idx;
create index concurrently metering_grid_area_bidding_zone_history_metering_g_bcb02265_idx on public.metering_grid_area_bidding_zone_history (metering_grid_area_id, metering_grid_area_bidding_zone_id);

-- To undo it:
--   drop index concurrently if exists public.metering_grid_area_bidding_zone_history_metering_g_bcb02265_idx;

-- Step 43 of 150: make the index metering_grid_area_bidding_zone_history_bidding_zo_66f47274_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on metering_grid_area_bidding_zone_history: reads and writes go on; waits for the transactions that are running
-- Work: scans metering_grid_area_bidding_zone_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.metering_grid_area_bidding_zone_history_bidding_zo_66f47274_idx;
create index concurrently metering_grid_area_bidding_zone_history_bidding_zo_66f47274_idx on public.metering_grid_area_bidding_zone_history (bidding_zone_id, metering_grid_area_bidding_zone_id);

-- To undo it:
--   drop index concurrently if exists public.metering_grid_area_bidding_zone_history_bidding_zo_66f47274_idx;

-- Step 44 of 150: make the index metering_grid_area_system_operator_system_operator_3056e8bf_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on metering_grid_area_system_operator: reads and writes go on; waits for the transactions that are running
-- Work: scans metering_grid_area_system_operator twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.metering_grid_area_system_operator_system_operator_3056e8bf_idx;
create index concurrently metering_grid_area_system_operator_system_operator_3056e8bf_idx on public.metering_grid_area_system_operator (system_operator_id, metering_grid_area_id, valid_from, id);

-- To undo it:
--   drop index concurrently if exists public.metering_grid_area_system_operator_system_operator_3056e8bf_idx;

-- Step 45 of 150: make the index metering_grid_area_system_operator_history_system__ca52c6fd_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on metering_grid_area_system_operator_history: reads and writes go on; waits for the transactions that are running
-- Work: scans metering_grid_area_system_operator_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.metering_grid_area_system_operator_history_system__ca52c6fd_idx;
create index concurrently metering_grid_area_system_operator_history_system__ca52c6fd_idx on public.metering_grid_area_system_operator_history (system_operator_id, metering_grid_area_id, valid_from, metering_grid_area_system_operator_id);

-- To undo it:
--   drop index concurrently if exists public.metering_grid_area_system_operator_history_system__ca52c6fd_idx;

-- Step 46 of 150: make the index metering_grid_area_system_operator_history_meterin_1675f6f1_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on metering_grid_area_system_operator_history: reads and writes go on; waits for the transactions that are running
-- Work: scans metering_grid_area_system_operator_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.metering_grid_area_system_operator_history_meterin_1675f6f1_idx;
create index concurrently metering_grid_area_system_operator_history_meterin_1675f6f1_idx on public.metering_grid_area_system_operator_history (metering_grid_area_id, metering_grid_area_system_operator_id);

-- To undo it:
--   drop index concurrently if exists public.metering_grid_area_system_operator_history_meterin_1675f6f1_idx;

-- Step 47 of 150: make the index party_type_status_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on party: reads and writes go on; waits for the transactions that are running
-- Work: scans party twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.party_type_status_id_idx;
create index concurrently party_type_status_id_idx on public.party (type, status, id);

-- To undo it:
--   drop index concurrently if exists public.party_type_status_id_idx;

-- Step 48 of 150: make the index party_history_type_status_party_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on party_history: reads and writes go on; waits for the transactions that are running
-- Work: scans party_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.party_history_type_status_party_id_idx;
create index concurrently party_history_type_status_party_id_idx on public.party_history (type, status, party_id);

-- To undo it:
--   drop index concurrently if exists public.party_history_type_status_party_id_idx;

-- Step 49 of 150: make the index party_history_business_id_type_business_id_party_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on party_history: reads and writes go on; waits for the transactions that are running
-- Work: scans party_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.party_history_business_id_type_business_id_party_id_idx;
create index concurrently party_history_business_id_type_business_id_party_id_idx on public.party_history (business_id_type, business_id, party_id);

-- To undo it:
--   drop index concurrently if exists public.party_history_business_id_type_business_id_party_id_idx;

-- Step 50 of 150: make the index party_membership_party_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on party_membership: reads and writes go on; waits for the transactions that are running
-- Work: scans party_membership twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.party_membership_party_id_id_idx;
create index concurrently party_membership_party_id_id_idx on public.party_membership (party_id, id);

-- To undo it:
--   drop index concurrently if exists public.party_membership_party_id_id_idx;

-- Step 51 of 150: make the index party_membership_history_identity_id_party_membership_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on party_membership_history: reads and writes go on; waits for the transactions that are running
-- Work: scans party_membership_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.party_membership_history_identity_id_party_membership_id_idx;
create index concurrently party_membership_history_identity_id_party_membership_id_idx on public.party_membership_history (identity_id, party_membership_id);

-- To undo it:
--   drop index concurrently if exists public.party_membership_history_identity_id_party_membership_id_idx;

-- Step 52 of 150: make the index party_membership_history_party_id_party_membership_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on party_membership_history: reads and writes go on; waits for the transactions that are running
-- Work: scans party_membership_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.party_membership_history_party_id_party_membership_id_idx;
create index concurrently party_membership_history_party_id_party_membership_id_idx on public.party_membership_history (party_id, party_membership_id);

-- To undo it:
--   drop index concurrently if exists public.party_membership_history_party_id_party_membership_id_idx;

-- Step 53 of 150: make the index product_type_history_business_id_product_type_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on product_type_history: reads and writes go on; waits for the transactions that are running
-- Work: scans product_type_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.product_type_history_business_id_product_type_id_idx;
create index concurrently product_type_history_business_id_product_type_id_idx on public.product_type_history (business_id, product_type_id);

-- To undo it:
--   drop index concurrently if exists public.product_type_history_business_id_product_type_id_idx;

-- Step 54 of 150: make the index service_provider_product_application_system_operator_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_provider_product_application: reads and writes go on; waits for the transactions that are running
-- Work: scans service_provider_product_application twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_provider_product_application_system_operator_id_id_idx;
create index concurrently service_provider_product_application_system_operator_id_id_idx on public.service_provider_product_application (system_operator_id, id);

-- To undo it:
--   drop index concurrently if exists public.service_provider_product_application_system_operator_id_id_idx;

-- Step 55 of 150: make the index service_provider_product_application_product_type_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_provider_product_application: reads and writes go on; waits for the transactions that are running
-- Work: scans service_provider_product_application twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_provider_product_application_product_type_id_id_idx;
create index concurrently service_provider_product_application_product_type_id_id_idx on public.service_provider_product_application (product_type_id, id);

-- To undo it:
--   drop index concurrently if exists public.service_provider_product_application_product_type_id_id_idx;

-- Step 56 of 150: make the index service_provider_product_application_history_servi_625dd84d_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_provider_product_application_history: reads and writes go on; waits for the transactions that are running
-- Work: scans service_provider_product_application_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_provider_product_application_history_servi_625dd84d_idx;
create index concurrently service_provider_product_application_history_servi_625dd84d_idx on public.service_provider_product_application_history (service_provider_id, system_operator_id, product_type_id, service_provider_product_application_id);

-- To undo it:
--   drop index concurrently if exists public.service_provider_product_application_history_servi_625dd84d_idx;

-- Step 57 of 150: make the index service_provider_product_application_history_syste_9a748da0_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_provider_product_application_history: reads and writes go on; waits for the transactions that are running
-- Work: scans service_provider_product_application_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_provider_product_application_history_syste_9a748da0_idx;
create index concurrently service_provider_product_application_history_syste_9a748da0_idx on public.service_provider_product_application_history (system_operator_id, service_provider_product_application_id);

-- To undo it:
--   drop index concurrently if exists public.service_provider_product_application_history_syste_9a748da0_idx;

-- Step 58 of 150: make the index service_provider_product_application_history_produ_fa34463e_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_provider_product_application_history: reads and writes go on; waits for the transactions that are running
-- Work: scans service_provider_product_application_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_provider_product_application_history_produ_fa34463e_idx;
create index concurrently service_provider_product_application_history_produ_fa34463e_idx on public.service_provider_product_application_history (product_type_id, service_provider_product_application_id);

-- To undo it:
--   drop index concurrently if exists public.service_provider_product_application_history_produ_fa34463e_idx;

-- Step 59 of 150: make the index service_providing_group_bidding_zone_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group: reads and writes go on; waits for the transactions that are running
-- Work: scans service_providing_group twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_bidding_zone_id_id_idx;
create index concurrently service_providing_group_bidding_zone_id_id_idx on public.service_providing_group (bidding_zone_id, id);

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_bidding_zone_id_id_idx;

-- Step 60 of 150: make the index service_providing_group_history_service_provider_i_141d9715_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_history: reads and writes go on; waits for the transactions that are running
-- Work: scans service_providing_group_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_history_service_provider_i_141d9715_idx;
create index concurrently service_providing_group_history_service_provider_i_141d9715_idx on public.service_providing_group_history (service_provider_id, service_providing_group_id);

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_history_service_provider_i_141d9715_idx;

-- Step 61 of 150: make the index service_providing_group_history_service_provider_i_cc47c318_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_history: reads and writes go on; waits for the transactions that are running
-- Work: scans service_providing_group_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_history_service_provider_i_cc47c318_idx;
create index concurrently service_providing_group_history_service_provider_i_cc47c318_idx on public.service_providing_group_history (service_provider_id, name, service_providing_group_id);

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_history_service_provider_i_cc47c318_idx;

-- Step 62 of 150: make the index service_providing_group_history_bidding_zone_id_se_5d279d98_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_history: reads and writes go on; waits for the transactions that are running
-- Work: scans service_providing_group_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_history_bidding_zone_id_se_5d279d98_idx;
create index concurrently service_providing_group_history_bidding_zone_id_se_5d279d98_idx on public.service_providing_group_history (bidding_zone_id, service_providing_group_id);

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_history_bidding_zone_id_se_5d279d98_idx;

-- Step 63 of 150: make the index service_providing_group_grid_prequalification_impa_5b5dc8f1_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_grid_prequalification: reads and writes go on; waits for the transactions that are running
-- Work: scans service_providing_group_grid_prequalification twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_grid_prequalification_impa_5b5dc8f1_idx;
create index concurrently service_providing_group_grid_prequalification_impa_5b5dc8f1_idx on public.service_providing_group_grid_prequalification (impacted_system_operator_id, service_providing_group_id, id);

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_grid_prequalification_impa_5b5dc8f1_idx;

-- Step 64 of 150: make the index service_providing_group_grid_prequalification_hist_df052ca8_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_grid_prequalification_history: reads and writes go on; waits for the transactions that are running
-- Work: scans service_providing_group_grid_prequalification_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_grid_prequalification_hist_df052ca8_idx;
create index concurrently service_providing_group_grid_prequalification_hist_df052ca8_idx on public.service_providing_group_grid_prequalification_history (impacted_system_operator_id, service_providing_group_id, service_providing_group_grid_prequalification_id);

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_grid_prequalification_hist_df052ca8_idx;

-- Step 65 of 150: make the index service_providing_group_grid_prequalification_hist_6ab7fea5_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_grid_prequalification_history: reads and writes go on; waits for the transactions that are running
-- Work: scans service_providing_group_grid_prequalification_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_grid_prequalification_hist_6ab7fea5_idx;
create index concurrently service_providing_group_grid_prequalification_hist_6ab7fea5_idx on public.service_providing_group_grid_prequalification_history (service_providing_group_id, impacted_system_operator_id, service_providing_group_grid_prequalification_id);

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_grid_prequalification_hist_6ab7fea5_idx;

-- Step 66 of 150: make the index service_providing_group_membership_service_providi_b71f9c28_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_membership: reads and writes go on; waits for the transactions that are running
-- Work: scans service_providing_group_membership twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_membership_service_providi_b71f9c28_idx;
create index concurrently service_providing_group_membership_service_providi_b71f9c28_idx on public.service_providing_group_membership (service_providing_group_id, id);

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_membership_service_providi_b71f9c28_idx;

-- Step 67 of 150: make the index service_providing_group_membership_service_provider_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_membership: reads and writes go on; waits for the transactions that are running
-- Work: scans service_providing_group_membership twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_membership_service_provider_id_id_idx;
create index concurrently service_providing_group_membership_service_provider_id_id_idx on public.service_providing_group_membership (service_provider_id, id);

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_membership_service_provider_id_id_idx;

-- Step 68 of 150: make the index service_providing_group_membership_history_control_967b9a16_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_membership_history: reads and writes go on; waits for the transactions that are running
-- Work: scans service_providing_group_membership_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_membership_history_control_967b9a16_idx;
create index concurrently service_providing_group_membership_history_control_967b9a16_idx on public.service_providing_group_membership_history (controllable_unit_id, service_providing_group_membership_id);

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_membership_history_control_967b9a16_idx;

-- Step 69 of 150: make the index service_providing_group_membership_history_service_68419177_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_membership_history: reads and writes go on; waits for the transactions that are running
-- Work: scans service_providing_group_membership_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_membership_history_service_68419177_idx;
create index concurrently service_providing_group_membership_history_service_68419177_idx on public.service_providing_group_membership_history (service_providing_group_id, service_providing_group_membership_id);

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_membership_history_service_68419177_idx;

-- Step 70 of 150: make the index service_providing_group_membership_history_service_d386aae3_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_membership_history: reads and writes go on; waits for the transactions that are running
-- Work: scans service_providing_group_membership_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_membership_history_service_d386aae3_idx;
create index concurrently service_providing_group_membership_history_service_d386aae3_idx on public.service_providing_group_membership_history (service_provider_id, service_providing_group_membership_id);

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_membership_history_service_d386aae3_idx;

-- Step 71 of 150: make the index service_providing_group_product_application_procur_7bbd5238_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_product_application: reads and writes go on; waits for the transactions that are running
-- Work: scans service_providing_group_product_application twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_product_application_procur_7bbd5238_idx;
create index concurrently service_providing_group_product_application_procur_7bbd5238_idx on public.service_providing_group_product_application (procuring_system_operator_id, service_providing_group_id, id);

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_product_application_procur_7bbd5238_idx;

-- Step 72 of 150: make the index service_providing_group_product_application_produc_350d9201_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_product_application: reads and writes go on; waits for the transactions that are running
-- Work: scans service_providing_group_product_application twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_product_application_produc_350d9201_idx;
create index concurrently service_providing_group_product_application_produc_350d9201_idx on public.service_providing_group_product_application (product_type_id, id);

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_product_application_produc_350d9201_idx;

-- Step 73 of 150: make the index service_providing_group_product_application_histor_a5f91e49_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_product_application_history: reads and writes go on; waits for the transactions that are running
-- Work: scans service_providing_group_product_application_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_product_application_histor_a5f91e49_idx;
create index concurrently service_providing_group_product_application_histor_a5f91e49_idx on public.service_providing_group_product_application_history (procuring_system_operator_id, service_providing_group_id, service_providing_group_product_application_id);

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_product_application_histor_a5f91e49_idx;

-- Step 74 of 150: make the index service_providing_group_product_application_histor_6ff7f54f_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_product_application_history: reads and writes go on; waits for the transactions that are running
-- Work: scans service_providing_group_product_application_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_product_application_histor_6ff7f54f_idx;
create index concurrently service_providing_group_product_application_histor_6ff7f54f_idx on public.service_providing_group_product_application_history (service_providing_group_id, procuring_system_operator_id, product_type_id, service_providing_group_product_application_id);

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_product_application_histor_6ff7f54f_idx;

-- Step 75 of 150: make the index service_providing_group_product_application_histor_35aec180_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_product_application_history: reads and writes go on; waits for the transactions that are running
-- Work: scans service_providing_group_product_application_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_product_application_histor_35aec180_idx;
create index concurrently service_providing_group_product_application_histor_35aec180_idx on public.service_providing_group_product_application_history (product_type_id, service_providing_group_product_application_id);

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_product_application_histor_35aec180_idx;

-- Step 76 of 150: make the index system_operator_product_type_product_type_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on system_operator_product_type: reads and writes go on; waits for the transactions that are running
-- Work: scans system_operator_product_type twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.system_operator_product_type_product_type_id_id_idx;
create index concurrently system_operator_product_type_product_type_id_id_idx on public.system_operator_product_type (product_type_id, id);

-- To undo it:
--   drop index concurrently if exists public.system_operator_product_type_product_type_id_id_idx;

-- Step 77 of 150: make the index system_operator_product_type_history_system_operat_58b4788d_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on system_operator_product_type_history: reads and writes go on; waits for the transactions that are running
-- Work: scans system_operator_product_type_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.system_operator_product_type_history_system_operat_58b4788d_idx;
create index concurrently system_operator_product_type_history_system_operat_58b4788d_idx on public.system_operator_product_type_history (system_operator_id, system_operator_product_type_id);

-- To undo it:
--   drop index concurrently if exists public.system_operator_product_type_history_system_operat_58b4788d_idx;

-- Step 78 of 150: make the index system_operator_product_type_history_product_type__0c706e51_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on system_operator_product_type_history: reads and writes go on; waits for the transactions that are running
-- Work: scans system_operator_product_type_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.system_operator_product_type_history_product_type__0c706e51_idx;
create index concurrently system_operator_product_type_history_product_type__0c706e51_idx on public.system_operator_product_type_history (product_type_id, system_operator_product_type_id);

-- To undo it:
--   drop index concurrently if exists public.system_operator_product_type_history_product_type__0c706e51_idx;

-- Step 79 of 150: make the index technical_resource_category_technology_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on technical_resource: reads and writes go on; waits for the transactions that are running
-- Work: scans technical_resource twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.technical_resource_category_technology_id_idx;
create index concurrently technical_resource_category_technology_id_idx on public.technical_resource (category, technology, id);

-- To undo it:
--   drop index concurrently if exists public.technical_resource_category_technology_id_idx;

-- Step 80 of 150: make the index technical_resource_controllable_unit_id_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on technical_resource: reads and writes go on; waits for the transactions that are running
-- Work: scans technical_resource twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.technical_resource_controllable_unit_id_id_idx;
create index concurrently technical_resource_controllable_unit_id_id_idx on public.technical_resource (controllable_unit_id, id);

-- To undo it:
--   drop index concurrently if exists public.technical_resource_controllable_unit_id_id_idx;

-- Step 81 of 150: make the index technical_resource_history_category_technology_tec_a3f217b8_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on technical_resource_history: reads and writes go on; waits for the transactions that are running
-- Work: scans technical_resource_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.technical_resource_history_category_technology_tec_a3f217b8_idx;
create index concurrently technical_resource_history_category_technology_tec_a3f217b8_idx on public.technical_resource_history (category, technology, technical_resource_id);

-- To undo it:
--   drop index concurrently if exists public.technical_resource_history_category_technology_tec_a3f217b8_idx;

-- Step 82 of 150: make the index technical_resource_history_controllable_unit_id_te_43336f63_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on technical_resource_history: reads and writes go on; waits for the transactions that are running
-- Work: scans technical_resource_history twice
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.technical_resource_history_controllable_unit_id_te_43336f63_idx;
create index concurrently technical_resource_history_controllable_unit_id_te_43336f63_idx on public.technical_resource_history (controllable_unit_id, technical_resource_id);

-- To undo it:
--   drop index concurrently if exists public.technical_resource_history_controllable_unit_id_te_43336f63_idx;

-- Step 83 of 150: drop the index accounting_point_postal_code_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_postal_code_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_postal_code_idx;
--   create index concurrently accounting_point_postal_code_idx on public.accounting_point (postal_code);

-- Step 84 of 150: drop the index accounting_point_balance_responsible_party_balance_aaf70bbe_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_balance_responsible_party: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_balance_responsible_party_balance_aaf70bbe_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_balance_responsible_party_balance_aaf70bbe_idx;
--   create index concurrently accounting_point_balance_responsible_party_balance_aaf70bbe_idx on public.accounting_point_balance_responsible_party (balance_responsible_party_id, accounting_point_id, valid_from);

-- Step 85 of 150: drop the index accounting_point_balance_responsible_party_history_4a86e6a8_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_balance_responsible_party_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_balance_responsible_party_history_4a86e6a8_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_balance_responsible_party_history_4a86e6a8_idx;
--   create index concurrently accounting_point_balance_responsible_party_history_4a86e6a8_idx on public.accounting_point_balance_responsible_party_history (accounting_point_id);

-- Step 86 of 150: drop the index accounting_point_balance_responsible_party_history_7e5dd55f_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_balance_responsible_party_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_balance_responsible_party_history_7e5dd55f_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_balance_responsible_party_history_7e5dd55f_idx;
--   create index concurrently accounting_point_balance_responsible_party_history_7e5dd55f_idx on public.accounting_point_balance_responsible_party_history (balance_responsible_party_id);

-- Step 87 of 150: drop the index accounting_point_end_user_end_user_id_accounting_p_70256b84_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_end_user: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_end_user_end_user_id_accounting_p_70256b84_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_end_user_end_user_id_accounting_p_70256b84_idx;
--   create index concurrently accounting_point_end_user_end_user_id_accounting_p_70256b84_idx on public.accounting_point_end_user (end_user_id, accounting_point_id, valid_from);

-- Step 88 of 150: drop the index accounting_point_end_user_history_accounting_point_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_end_user_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_end_user_history_accounting_point_id_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_end_user_history_accounting_point_id_idx;
--   create index concurrently accounting_point_end_user_history_accounting_point_id_idx on public.accounting_point_end_user_history (accounting_point_id);

-- Step 89 of 150: drop the index accounting_point_end_user_history_end_user_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_end_user_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_end_user_history_end_user_id_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_end_user_history_end_user_id_idx;
--   create index concurrently accounting_point_end_user_history_end_user_id_idx on public.accounting_point_end_user_history (end_user_id);

-- Step 90 of 150: drop the index accounting_point_energy_supplier_energy_supplier_i_fd97b256_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_energy_supplier: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_energy_supplier_energy_supplier_i_fd97b256_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_energy_supplier_energy_supplier_i_fd97b256_idx;
--   create index concurrently accounting_point_energy_supplier_energy_supplier_i_fd97b256_idx on public.accounting_point_energy_supplier (energy_supplier_id, accounting_point_id, valid_from);

-- Step 91 of 150: drop the index accounting_point_energy_supplier_history_accountin_b0f40a68_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_energy_supplier_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_energy_supplier_history_accountin_b0f40a68_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_energy_supplier_history_accountin_b0f40a68_idx;
--   create index concurrently accounting_point_energy_supplier_history_accountin_b0f40a68_idx on public.accounting_point_energy_supplier_history (accounting_point_id);

-- Step 92 of 150: drop the index accounting_point_energy_supplier_history_energy_supplier_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_energy_supplier_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_energy_supplier_history_energy_supplier_id_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_energy_supplier_history_energy_supplier_id_idx;
--   create index concurrently accounting_point_energy_supplier_history_energy_supplier_id_idx on public.accounting_point_energy_supplier_history (energy_supplier_id);

-- Step 93 of 150: drop the index accounting_point_metering_grid_area_metering_grid__a67b17a5_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_metering_grid_area: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_metering_grid_area_metering_grid__a67b17a5_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_metering_grid_area_metering_grid__a67b17a5_idx;
--   create index concurrently accounting_point_metering_grid_area_metering_grid__a67b17a5_idx on public.accounting_point_metering_grid_area (metering_grid_area_id, accounting_point_id, valid_from);

-- Step 94 of 150: drop the index accounting_point_metering_grid_area_history_accoun_c6a6871f_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_metering_grid_area_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_metering_grid_area_history_accoun_c6a6871f_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_metering_grid_area_history_accoun_c6a6871f_idx;
--   create index concurrently accounting_point_metering_grid_area_history_accoun_c6a6871f_idx on public.accounting_point_metering_grid_area_history (accounting_point_id);

-- Step 95 of 150: drop the index accounting_point_metering_grid_area_history_meteri_c4af1ffb_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on accounting_point_metering_grid_area_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.accounting_point_metering_grid_area_history_meteri_c4af1ffb_idx;

-- To undo it:
--   drop index concurrently if exists public.accounting_point_metering_grid_area_history_meteri_c4af1ffb_idx;
--   create index concurrently accounting_point_metering_grid_area_history_meteri_c4af1ffb_idx on public.accounting_point_metering_grid_area_history (metering_grid_area_id);

-- Step 96 of 150: drop the index contract_service_provider_id_accounting_point_id_v_9dcb2315_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on contract: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.contract_service_provider_id_accounting_point_id_v_9dcb2315_idx;

-- To undo it:
--   drop index concurrently if exists public.contract_service_provider_id_accounting_point_id_v_9dcb2315_idx;
--   create index concurrently contract_service_provider_id_accounting_point_id_v_9dcb2315_idx on public.contract (service_provider_id, accounting_point_id, valid_from, status);

-- Step 97 of 150: drop the index contract_end_user_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on contract: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.contract_end_user_id_idx;

-- To undo it:
--   drop index concurrently if exists public.contract_end_user_id_idx;
--   create index concurrently contract_end_user_id_idx on public.contract (end_user_id);

-- Step 98 of 150: drop the index contract_history_accounting_point_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on contract_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.contract_history_accounting_point_id_idx;

-- To undo it:
--   drop index concurrently if exists public.contract_history_accounting_point_id_idx;
--   create index concurrently contract_history_accounting_point_id_idx on public.contract_history (accounting_point_id);

-- Step 99 of 150: drop the index contract_history_service_provider_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on contract_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.contract_history_service_provider_id_idx;

-- To undo it:
--   drop index concurrently if exists public.contract_history_service_provider_id_idx;
--   create index concurrently contract_history_service_provider_id_idx on public.contract_history (service_provider_id);

-- Step 100 of 150: drop the index contract_history_end_user_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on contract_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.contract_history_end_user_id_idx;

-- To undo it:
--   drop index concurrently if exists public.contract_history_end_user_id_idx;
--   create index concurrently contract_history_end_user_id_idx on public.contract_history (end_user_id);

-- Step 101 of 150: drop the index controllable_unit_status_grid_validation_status_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_status_grid_validation_status_idx;

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_status_grid_validation_status_idx;
--   create index concurrently controllable_unit_status_grid_validation_status_idx on public.controllable_unit (status, grid_validation_status);

-- Step 102 of 150: drop the index controllable_unit_history_accounting_point_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_history_accounting_point_id_idx;

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_history_accounting_point_id_idx;
--   create index concurrently controllable_unit_history_accounting_point_id_idx on public.controllable_unit_history (accounting_point_id);

-- Step 103 of 150: drop the index controllable_unit_history_created_by_party_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_history_created_by_party_id_idx;

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_history_created_by_party_id_idx;
--   create index concurrently controllable_unit_history_created_by_party_id_idx on public.controllable_unit_history (created_by_party_id);

-- Step 104 of 150: drop the index controllable_unit_service_provider_service_provide_d6dbabdd_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_service_provider: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_service_provider_service_provide_d6dbabdd_idx;

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_service_provider_service_provide_d6dbabdd_idx;
--   create index concurrently controllable_unit_service_provider_service_provide_d6dbabdd_idx on public.controllable_unit_service_provider (service_provider_id, controllable_unit_id, valid_from);

-- Step 105 of 150: drop the index controllable_unit_service_provider_accounting_point_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_service_provider: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_service_provider_accounting_point_id_idx;

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_service_provider_accounting_point_id_idx;
--   create index concurrently controllable_unit_service_provider_accounting_point_id_idx on public.controllable_unit_service_provider (accounting_point_id);

-- Step 106 of 150: drop the index controllable_unit_service_provider_history_control_3b99dde2_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_service_provider_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_service_provider_history_control_3b99dde2_idx;

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_service_provider_history_control_3b99dde2_idx;
--   create index concurrently controllable_unit_service_provider_history_control_3b99dde2_idx on public.controllable_unit_service_provider_history (controllable_unit_id);

-- Step 107 of 150: drop the index controllable_unit_service_provider_history_service_c3ab8318_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_service_provider_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_service_provider_history_service_c3ab8318_idx;

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_service_provider_history_service_c3ab8318_idx;
--   create index concurrently controllable_unit_service_provider_history_service_c3ab8318_idx on public.controllable_unit_service_provider_history (service_provider_id);

-- Step 108 of 150: drop the index controllable_unit_service_provider_history_account_148d9f74_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_service_provider_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_service_provider_history_account_148d9f74_idx;

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_service_provider_history_account_148d9f74_idx;
--   create index concurrently controllable_unit_service_provider_history_account_148d9f74_idx on public.controllable_unit_service_provider_history (accounting_point_id);

-- Step 109 of 150: drop the index controllable_unit_suspension_status_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_suspension: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_suspension_status_idx;

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_suspension_status_idx;
--   create index concurrently controllable_unit_suspension_status_idx on public.controllable_unit_suspension (status);

-- Step 110 of 150: drop the index controllable_unit_suspension_controllable_unit_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_suspension: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_suspension_controllable_unit_id_idx;

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_suspension_controllable_unit_id_idx;
--   create index concurrently controllable_unit_suspension_controllable_unit_id_idx on public.controllable_unit_suspension (controllable_unit_id);

-- Step 111 of 150: drop the index controllable_unit_suspension_impacted_system_operator_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_suspension: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_suspension_impacted_system_operator_id_idx;

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_suspension_impacted_system_operator_id_idx;
--   create index concurrently controllable_unit_suspension_impacted_system_operator_id_idx on public.controllable_unit_suspension (impacted_system_operator_id);

-- Step 112 of 150: drop the index controllable_unit_suspension_history_controllable_unit_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_suspension_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_suspension_history_controllable_unit_id_idx;

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_suspension_history_controllable_unit_id_idx;
--   create index concurrently controllable_unit_suspension_history_controllable_unit_id_idx on public.controllable_unit_suspension_history (controllable_unit_id);

-- Step 113 of 150: drop the index controllable_unit_suspension_history_impacted_syst_34cf7114_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on controllable_unit_suspension_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.controllable_unit_suspension_history_impacted_syst_34cf7114_idx;

-- To undo it:
--   drop index concurrently if exists public.controllable_unit_suspension_history_impacted_syst_34cf7114_idx;
--   create index concurrently controllable_unit_suspension_history_impacted_syst_34cf7114_idx on public.controllable_unit_suspension_history (impacted_system_operator_id);

-- Step 114 of 150: drop the index metering_grid_area_bidding_zone_bidding_zone_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on metering_grid_area_bidding_zone: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.metering_grid_area_bidding_zone_bidding_zone_id_idx;

-- To undo it:
--   drop index concurrently if exists public.metering_grid_area_bidding_zone_bidding_zone_id_idx;
--   create index concurrently metering_grid_area_bidding_zone_bidding_zone_id_idx on public.metering_grid_area_bidding_zone (bidding_zone_id);

-- Step 115 of 150: drop the index metering_grid_area_bidding_zone_history_metering_g_2305889f_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on metering_grid_area_bidding_zone_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.metering_grid_area_bidding_zone_history_metering_g_2305889f_idx;

-- To undo it:
--   drop index concurrently if exists public.metering_grid_area_bidding_zone_history_metering_g_2305889f_idx;
--   create index concurrently metering_grid_area_bidding_zone_history_metering_g_2305889f_idx on public.metering_grid_area_bidding_zone_history (metering_grid_area_id);

-- Step 116 of 150: drop the index metering_grid_area_bidding_zone_history_bidding_zone_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on metering_grid_area_bidding_zone_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.metering_grid_area_bidding_zone_history_bidding_zone_id_idx;

-- To undo it:
--   drop index concurrently if exists public.metering_grid_area_bidding_zone_history_bidding_zone_id_idx;
--   create index concurrently metering_grid_area_bidding_zone_history_bidding_zone_id_idx on public.metering_grid_area_bidding_zone_history (bidding_zone_id);

-- Step 117 of 150: drop the index metering_grid_area_system_operator_system_operator_1881455a_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on metering_grid_area_system_operator: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.metering_grid_area_system_operator_system_operator_1881455a_idx;

-- To undo it:
--   drop index concurrently if exists public.metering_grid_area_system_operator_system_operator_1881455a_idx;
--   create index concurrently metering_grid_area_system_operator_system_operator_1881455a_idx on public.metering_grid_area_system_operator (system_operator_id, metering_grid_area_id, valid_from);

-- Step 118 of 150: drop the index metering_grid_area_system_operator_history_meterin_0d1b329a_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on metering_grid_area_system_operator_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.metering_grid_area_system_operator_history_meterin_0d1b329a_idx;

-- To undo it:
--   drop index concurrently if exists public.metering_grid_area_system_operator_history_meterin_0d1b329a_idx;
--   create index concurrently metering_grid_area_system_operator_history_meterin_0d1b329a_idx on public.metering_grid_area_system_operator_history (metering_grid_area_id);

-- Step 119 of 150: drop the index metering_grid_area_system_operator_history_system__4de2c08d_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on metering_grid_area_system_operator_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.metering_grid_area_system_operator_history_system__4de2c08d_idx;

-- To undo it:
--   drop index concurrently if exists public.metering_grid_area_system_operator_history_system__4de2c08d_idx;
--   create index concurrently metering_grid_area_system_operator_history_system__4de2c08d_idx on public.metering_grid_area_system_operator_history (system_operator_id);

-- Step 120 of 150: drop the index party_type_status_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on party: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.party_type_status_idx;

-- To undo it:
--   drop index concurrently if exists public.party_type_status_idx;
--   create index concurrently party_type_status_idx on public.party (type, status);

-- Step 121 of 150: drop the index party_membership_party_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on party_membership: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.party_membership_party_id_idx;

-- To undo it:
--   drop index concurrently if exists public.party_membership_party_id_idx;
--   create index concurrently party_membership_party_id_idx on public.party_membership (party_id);

-- Step 122 of 150: drop the index party_membership_history_identity_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on party_membership_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.party_membership_history_identity_id_idx;

-- To undo it:
--   drop index concurrently if exists public.party_membership_history_identity_id_idx;
--   create index concurrently party_membership_history_identity_id_idx on public.party_membership_history (identity_id);

-- Step 123 of 150: drop the index party_membership_history_party_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on party_membership_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.party_membership_history_party_id_idx;

-- To undo it:
--   drop index concurrently if exists public.party_membership_history_party_id_idx;
--   create index concurrently party_membership_history_party_id_idx on public.party_membership_history (party_id);

-- Step 124 of 150: drop the index service_provider_product_application_system_operator_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_provider_product_application: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_provider_product_application_system_operator_id_idx;

-- To undo it:
--   drop index concurrently if exists public.service_provider_product_application_system_operator_id_idx;
--   create index concurrently service_provider_product_application_system_operator_id_idx on public.service_provider_product_application (system_operator_id);

-- Step 125 of 150: drop the index service_provider_product_application_product_type_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_provider_product_application: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_provider_product_application_product_type_id_idx;

-- To undo it:
--   drop index concurrently if exists public.service_provider_product_application_product_type_id_idx;
--   create index concurrently service_provider_product_application_product_type_id_idx on public.service_provider_product_application (product_type_id);

-- Step 126 of 150: drop the index service_provider_product_application_history_servi_be2291fe_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_provider_product_application_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_provider_product_application_history_servi_be2291fe_idx;

-- To undo it:
--   drop index concurrently if exists public.service_provider_product_application_history_servi_be2291fe_idx;
--   create index concurrently service_provider_product_application_history_servi_be2291fe_idx on public.service_provider_product_application_history (service_provider_id);

-- Step 127 of 150: drop the index service_provider_product_application_history_syste_c8ae162b_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_provider_product_application_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_provider_product_application_history_syste_c8ae162b_idx;

-- To undo it:
--   drop index concurrently if exists public.service_provider_product_application_history_syste_c8ae162b_idx;
--   create index concurrently service_provider_product_application_history_syste_c8ae162b_idx on public.service_provider_product_application_history (system_operator_id);

-- Step 128 of 150: drop the index service_provider_product_application_history_produ_001b912e_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_provider_product_application_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_provider_product_application_history_produ_001b912e_idx;

-- To undo it:
--   drop index concurrently if exists public.service_provider_product_application_history_produ_001b912e_idx;
--   create index concurrently service_provider_product_application_history_produ_001b912e_idx on public.service_provider_product_application_history (product_type_id);

-- Step 129 of 150: drop the index service_providing_group_bidding_zone_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_bidding_zone_id_idx;

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_bidding_zone_id_idx;
--   create index concurrently service_providing_group_bidding_zone_id_idx on public.service_providing_group (bidding_zone_id);

-- Step 130 of 150: drop the index service_providing_group_history_service_provider_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_history_service_provider_id_idx;

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_history_service_provider_id_idx;
--   create index concurrently service_providing_group_history_service_provider_id_idx on public.service_providing_group_history (service_provider_id);

-- Step 131 of 150: drop the index service_providing_group_history_bidding_zone_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_history_bidding_zone_id_idx;

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_history_bidding_zone_id_idx;
--   create index concurrently service_providing_group_history_bidding_zone_id_idx on public.service_providing_group_history (bidding_zone_id);

-- Step 132 of 150: drop the index service_providing_group_grid_prequalification_impa_7f229349_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_grid_prequalification: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_grid_prequalification_impa_7f229349_idx;

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_grid_prequalification_impa_7f229349_idx;
--   create index concurrently service_providing_group_grid_prequalification_impa_7f229349_idx on public.service_providing_group_grid_prequalification (impacted_system_operator_id, service_providing_group_id);

-- Step 133 of 150: drop the index service_providing_group_grid_prequalification_hist_c6e66b7d_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_grid_prequalification_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_grid_prequalification_hist_c6e66b7d_idx;

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_grid_prequalification_hist_c6e66b7d_idx;
--   create index concurrently service_providing_group_grid_prequalification_hist_c6e66b7d_idx on public.service_providing_group_grid_prequalification_history (service_providing_group_id);

-- Step 134 of 150: drop the index service_providing_group_grid_prequalification_hist_ae1ba2fb_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_grid_prequalification_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_grid_prequalification_hist_ae1ba2fb_idx;

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_grid_prequalification_hist_ae1ba2fb_idx;
--   create index concurrently service_providing_group_grid_prequalification_hist_ae1ba2fb_idx on public.service_providing_group_grid_prequalification_history (impacted_system_operator_id);

-- Step 135 of 150: drop the index service_providing_group_membership_service_providi_ff75d19d_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_membership: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_membership_service_providi_ff75d19d_idx;

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_membership_service_providi_ff75d19d_idx;
--   create index concurrently service_providing_group_membership_service_providi_ff75d19d_idx on public.service_providing_group_membership (service_providing_group_id);

-- Step 136 of 150: drop the index service_providing_group_membership_service_provider_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_membership: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_membership_service_provider_id_idx;

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_membership_service_provider_id_idx;
--   create index concurrently service_providing_group_membership_service_provider_id_idx on public.service_providing_group_membership (service_provider_id);

-- Step 137 of 150: drop the index service_providing_group_membership_history_control_911f128f_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_membership_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_membership_history_control_911f128f_idx;

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_membership_history_control_911f128f_idx;
--   create index concurrently service_providing_group_membership_history_control_911f128f_idx on public.service_providing_group_membership_history (controllable_unit_id);

-- Step 138 of 150: drop the index service_providing_group_membership_history_service_8c5eaa1e_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_membership_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_membership_history_service_8c5eaa1e_idx;

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_membership_history_service_8c5eaa1e_idx;
--   create index concurrently service_providing_group_membership_history_service_8c5eaa1e_idx on public.service_providing_group_membership_history (service_providing_group_id);

-- Step 139 of 150: drop the index service_providing_group_membership_history_service_0ebf6912_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_membership_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_membership_history_service_0ebf6912_idx;

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_membership_history_service_0ebf6912_idx;
--   create index concurrently service_providing_group_membership_history_service_0ebf6912_idx on public.service_providing_group_membership_history (service_provider_id);

-- Step 140 of 150: drop the index service_providing_group_product_application_procur_5768a8c8_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_product_application: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_product_application_procur_5768a8c8_idx;

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_product_application_procur_5768a8c8_idx;
--   create index concurrently service_providing_group_product_application_procur_5768a8c8_idx on public.service_providing_group_product_application (procuring_system_operator_id, service_providing_group_id);

-- Step 141 of 150: drop the index service_providing_group_product_application_product_type_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_product_application: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_product_application_product_type_id_idx;

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_product_application_product_type_id_idx;
--   create index concurrently service_providing_group_product_application_product_type_id_idx on public.service_providing_group_product_application (product_type_id);

-- Step 142 of 150: drop the index service_providing_group_product_application_histor_e654a8b5_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_product_application_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_product_application_histor_e654a8b5_idx;

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_product_application_histor_e654a8b5_idx;
--   create index concurrently service_providing_group_product_application_histor_e654a8b5_idx on public.service_providing_group_product_application_history (service_providing_group_id);

-- Step 143 of 150: drop the index service_providing_group_product_application_histor_3c952e7c_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_product_application_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_product_application_histor_3c952e7c_idx;

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_product_application_histor_3c952e7c_idx;
--   create index concurrently service_providing_group_product_application_histor_3c952e7c_idx on public.service_providing_group_product_application_history (procuring_system_operator_id);

-- Step 144 of 150: drop the index service_providing_group_product_application_histor_718026cd_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on service_providing_group_product_application_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.service_providing_group_product_application_histor_718026cd_idx;

-- To undo it:
--   drop index concurrently if exists public.service_providing_group_product_application_histor_718026cd_idx;
--   create index concurrently service_providing_group_product_application_histor_718026cd_idx on public.service_providing_group_product_application_history (product_type_id);

-- Step 145 of 150: drop the index system_operator_product_type_product_type_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on system_operator_product_type: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.system_operator_product_type_product_type_id_idx;

-- To undo it:
--   drop index concurrently if exists public.system_operator_product_type_product_type_id_idx;
--   create index concurrently system_operator_product_type_product_type_id_idx on public.system_operator_product_type (product_type_id);

-- Step 146 of 150: drop the index system_operator_product_type_history_system_operator_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on system_operator_product_type_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.system_operator_product_type_history_system_operator_id_idx;

-- To undo it:
--   drop index concurrently if exists public.system_operator_product_type_history_system_operator_id_idx;
--   create index concurrently system_operator_product_type_history_system_operator_id_idx on public.system_operator_product_type_history (system_operator_id);

-- Step 147 of 150: drop the index system_operator_product_type_history_product_type_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on system_operator_product_type_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.system_operator_product_type_history_product_type_id_idx;

-- To undo it:
--   drop index concurrently if exists public.system_operator_product_type_history_product_type_id_idx;
--   create index concurrently system_operator_product_type_history_product_type_id_idx on public.system_operator_product_type_history (product_type_id);

-- Step 148 of 150: drop the index technical_resource_category_technology_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on technical_resource: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.technical_resource_category_technology_idx;

-- To undo it:
--   drop index concurrently if exists public.technical_resource_category_technology_idx;
--   create index concurrently technical_resource_category_technology_idx on public.technical_resource (category, technology);

-- Step 149 of 150: drop the index technical_resource_controllable_unit_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on technical_resource: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.technical_resource_controllable_unit_id_idx;

-- To undo it:
--   drop index concurrently if exists public.technical_resource_controllable_unit_id_idx;
--   create index concurrently technical_resource_controllable_unit_id_idx on public.technical_resource (controllable_unit_id);

-- Step 150 of 150: drop the index technical_resource_history_controllable_unit_id_idx
-- Runs: alone, each statement on a line of its own
-- Locks: SHARE UPDATE EXCLUSIVE on technical_resource_history: reads and writes go on; waits for the transactions that are running
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
drop index concurrently if exists public.technical_resource_history_controllable_unit_id_idx;

-- To undo it:
--   drop index concurrently if exists public.technical_resource_history_controllable_unit_id_idx;
--   create index concurrently technical_resource_history_controllable_unit_id_idx on public.technical_resource_history (controllable_unit_id);
