import { pageIn } from '../../../src/clients/union/apply.ts'

/** Pages of made-up appliances. */

export const idOf = (n: number) => `019f0d75-0280-7eff-81e7-${String(n).padStart(12, '0')}`

/** As it was read: a test states only what it is about. */
export const pageOf = (cursor: string, more: object = {}) =>
  pageIn({ changes: [], closed: [], has_more: false, cursor, ...more })
