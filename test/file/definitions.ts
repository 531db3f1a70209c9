/** An archive: documents with a history and rights, and photos without. */
export const definitions = {
  'service.yaml': `service: Archive
roles: [clerk, reader]
events: { prefix: archive }
limits: { file_transfers_per_identity: 8, request_timeout_seconds: 2, upload_timeout_seconds: 20 }
`,
  'document.yaml': `resource: document
description: A document.
history: true
access:
  clerk: all
  reader: { read: status=eq.open }
fields:
  title: { type: text, max_length: 100 }
  status: { type: enum, values: [open, closed], default: open }
  scan: { type: file, media_types: [application/pdf, image/*, text/plain], max_bytes: 1000000 }
  secret_scan:
    type: file
    max_bytes: 2000000000
    access: { clerk: all }
checks:
  - { that: "or=(status.neq.closed,scan.not.is.null)", message: A closed document has a scan. }
`,
  'photo.yaml': `resource: photo
description: A photo without a history.
fields:
  picture: { type: file }
`,
};
