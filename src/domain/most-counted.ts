/** How many records that others stated about a party are counted: more are this many (contract §24). */
export const MOST_COUNTED = 10_000
