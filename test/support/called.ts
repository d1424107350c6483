import type { CalledParty } from '../../src/words/party-name.ts'

/** A party with a name that the cooperative recorded. */
export const called = (name: string, memberNo: string | null = null): CalledParty => ({
  ...{ name, by: 'cooperative', kind: 'unknown', memberNo },
})
