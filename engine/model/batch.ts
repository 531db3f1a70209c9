/** What follows the base path of a batch. A resource of this name would be at the same place. */
export const batchName = 'batch';

/** What follows the base path of a call in the form that PostgREST's clients send: `/rpc/<call>`. */
export const rpcName = 'rpc';
