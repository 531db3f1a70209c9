select
  zone.bidding_zone_id,
  count(*) as unit_count,
  sum(unit.maximum_active_power) as maximum_active_power
from controllable_unit as unit
join accounting_point_metering_grid_area as area on area.accounting_point_id = unit.accounting_point_id
join metering_grid_area_bidding_zone as zone on zone.metering_grid_area_id = area.metering_grid_area_id
where unit.status = 'active'
  and area.valid_from <= now()
  and (area.valid_to > now() or area.valid_to is null)
  and zone.valid_from <= now()
  and (zone.valid_to > now() or zone.valid_to is null)
group by zone.bidding_zone_id
