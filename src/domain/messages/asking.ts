import type { PartyFacts } from '../party.ts'

/** Whom the office asks, once, whether they want messages. */

/** Whether somebody is to be asked: a person with a telephone number who gave no answer yet, neither yes nor no. */
export const isToBeAsked = ({ isNaturalPerson, byCooperative }: PartyFacts): boolean =>
  isNaturalPerson && byCooperative.phone !== null && byCooperative.messages === null
