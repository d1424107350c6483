import type { Break } from './break.ts'
import { OF_CONSENT } from './consent.ts'
import { OF_FIELD_AND_MACHINE } from './field.ts'
import { OF_FIGURES } from './figures.ts'
import { OF_RECORDS } from './records.ts'
import { OF_ROOMS } from './rooms.ts'

export const BREAKS: readonly Break[] = [
  ...OF_CONSENT,
  ...OF_FIELD_AND_MACHINE,
  ...OF_FIGURES,
  ...OF_RECORDS,
  ...OF_ROOMS,
]
