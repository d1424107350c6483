import { share } from './headings.ts'
import type { LaidOutColumn } from './layout.ts'

/** Columns that may be of people, though no heading says so. */

/** A column with fewer different names is of few people, each of them often: farmers, or who bought from them. */
const FEW = 1 / 4
const SHARE = 0.8
const LONGEST_NAME = 60
const WORD = String.raw`\p{L}[\p{L}\p{M}'’ʼ.-]*`
const LIKE_A_NAME = new RegExp(`^${WORD}(?: ${WORD}){0,4}$`, 'u')

const isLikeAName = (cell: string): boolean =>
  cell.length <= LONGEST_NAME && /\p{L}{3}/u.test(cell) && LIKE_A_NAME.test(cell)

export const areMany = ({ cells }: LaidOutColumn): boolean => new Set(cells).size > cells.length * FEW

export const areFewNames = (column: LaidOutColumn): boolean =>
  !areMany(column) && share(column, isLikeAName) > SHARE
