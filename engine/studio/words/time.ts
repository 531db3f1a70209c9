/** Texts of the room time. */
export const time = {} as const;
