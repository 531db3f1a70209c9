select device.id as device_id, count(part.id) as parts, sum(part.power) as power
from device
left join part on part.device_id = device.id
group by device.id
