/** The filter that searches all fields that a definition names for it. */
export const searchName = 'search';
