import { resolve } from 'node:path'
import type { AnyAppliance } from './actors.ts'
import { type Appliance, makeAppliance as makeInProcess, type Settings } from './appliance.ts'
import { makeProgramAppliance } from './program-appliance.ts'

export { type Actor, type Answer, type AnyAppliance, START_MS } from './actors.ts'

/**
 * The flows run against an appliance in this process, or against the program that GRANARY_TEST_PROGRAM names: the same
 * tests, over real HTTP.
 */

const PROGRAM = process.env.GRANARY_TEST_PROGRAM

/** Tests that look inside the appliance say so with this: a program can only be asked. */
export const isProgram = PROGRAM !== undefined

export const makeAppliance = (settings: Settings = {}): Promise<AnyAppliance> =>
  PROGRAM === undefined ? makeInProcess(settings) : makeProgramAppliance(resolve(PROGRAM), settings)

/** Its inside; for tests that are skipped against a program. */
export function insideOf(a: AnyAppliance): Appliance {
  if (!('kernel' in a)) throw new Error('a program cannot be looked into')
  return a as Appliance
}
