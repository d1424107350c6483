import { randomBytes } from 'node:crypto'
import { staffIn } from '../store/doer.ts'
import { OperatorFault } from '../words/fault.ts'
import { message } from '../words/message.ts'

/**
 * Whom a program acts for that the service started for a person at the office page: it knows a ticket only, so that nobody who
 * may open the socket can claim to be that person.
 */

/** The environment variable that hands it over. Not a setting, so without their prefix. */
export const TICKET_VARIABLE = 'ASKED_AT_THE_OFFICE_PAGE'
const PREFIX = 'ticket/'

/** The word for whoever acts, from the ticket. */
export const ticketWord = (ticket: string): string => PREFIX + ticket
export const isTicketWord = (word: string): boolean => word.startsWith(PREFIX)

export class Tickets {
  readonly #accounts = new Map<string, string>()

  /** @param account the id of the person's account */
  give(account: string): string {
    const ticket = randomBytes(24).toString('base64url')
    this.#accounts.set(ticket, account)
    return ticket
  }

  end(ticket: string): void {
    this.#accounts.delete(ticket)
  }

  /** Who a program on the socket acts for. @throws {OperatorFault} a ticket that ended, or a person without one */
  whoIs(word: string): string {
    const account = isTicketWord(word) ? this.#accounts.get(word.slice(PREFIX.length)) : undefined
    if (account !== undefined) return staffIn(account)
    if (!word.includes('/')) return word
    throw new OperatorFault(message('command.ticketEnded'), message('command.ticketEnded.remedy'))
  }
}
