/** Texts of lists and of the search. */
export const browse = {
  find: 'Find by name or number',
} as const;
