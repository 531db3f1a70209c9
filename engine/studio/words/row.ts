/** Texts of the room row. */
export const row = {} as const;
