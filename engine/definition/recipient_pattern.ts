/** Aliases with dots between them. */
export const recipientPattern = '^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*$';
