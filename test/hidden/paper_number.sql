select
  paper.id,
  paper.folder_id,
  -- The codes of hidden papers and folders are no numbers. A later change put a letter behind some of the others.
  rtrim(paper.code, 'b')::integer as number,
  1 / (9000000000000000000 - coalesce(paper.size, 0))::numeric as share,
  folder.code as folder_code,
  paper.body,
  paper.data,
  paper.owner
from paper join folder on folder.id = paper.folder_id
where rtrim(substr(folder.code, 3), 'b')::integer > 0
