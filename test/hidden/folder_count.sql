with each as (
  select folder_id, count(*) as papers, min(code) as first_code from paper group by folder_id
)
select
  folder.id as folder_id,
  coalesce(each.papers, 0) as papers,
  each.first_code,
  folder.found,
  (select count(*) from filing where filing.folder_id = folder.id) as filed
from folder left join each on each.folder_id = folder.id
