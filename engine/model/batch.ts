/** What follows the base path of a batch. A resource of this name would be at the same place. */
export const batchName = 'batch';
