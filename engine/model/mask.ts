/** What every answer has instead of the value of a field that is taken and never shown. */
export const mask = '********';
