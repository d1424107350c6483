import { createHash } from 'node:crypto'
import { fixture } from '../../../support/evidence/pictures/planted.ts'

/** The picture of a weighing slip, as a telephone took it: with where and with what. */
const bytes = fixture('camera.jpg')

export const SLIP = { bytes, sha256: createHash('sha256').update(bytes).digest('hex') } as const
