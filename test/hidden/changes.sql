update paper set price = price + 1, code = code || 'b' where id in (1, 2, 3, 4);
update folder set code = code || 'b' where id <> 2;
update stay set valid_from = null, valid_to = null where id in (5, 6);
delete from paper where id in (39, 40);
delete from filing where paper_id in (7, 8);
update filing set folder_id = 1 where paper_id in (9, 10);
update topmost set paper_id = 1 + paper_id % 12 where id in (2, 3, 9);
update topmost set valid_from = null, valid_to = null where id in (4, 11);
