import { randomBytes } from 'node:crypto'
import { staffIn } from '../store/acts/doer.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'

/**
 * Tickets of programs that the service started for a person at the office page. Such a program knows only its
 * ticket, so another program that may open the socket cannot claim to act for that person.
 */

/**
 * The environment variable that passes the ticket. It is not a setting, so it lacks the prefix of settings.
 */
export const TICKET_VARIABLE = 'ASKED_AT_THE_OFFICE_PAGE'
const PREFIX = 'ticket/'

/** Returns the word that a program with this ticket sends as its operator. */
export const ticketWord = (ticket: string): string => PREFIX + ticket
export const isTicketWord = (word: string): boolean => word.startsWith(PREFIX)

export class Tickets {
  readonly #accounts = new Map<string, string>()

  /** Makes a ticket. @param account the id of the person's account */
  issue(account: string): string {
    const ticket = randomBytes(24).toString('base64url')
    this.#accounts.set(ticket, account)
    return ticket
  }

  end(ticket: string): void {
    this.#accounts.delete(ticket)
  }

  /**
   * Returns the person for whom a program on the socket acts.
   * @throws {OperatorFault} when the ticket has ended, or the program claims to act for a person without one
   */
  whoIs(word: string): string {
    const account = isTicketWord(word) ? this.#accounts.get(word.slice(PREFIX.length)) : undefined
    if (account !== undefined) return staffIn(account)
    if (!word.includes('/')) return word
    throw new OperatorFault(...withRemedy('command.ticketEnded'))
  }
}
