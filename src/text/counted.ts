/** A number with its noun: `1 tool`, `2 tools`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
