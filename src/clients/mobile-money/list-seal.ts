import { hmac } from '../../base/hmac.ts'
import type { Run } from '../../cli/context.ts'
import { LIST_CELLS, type ListCell, referenceOf } from '../../domain/mass-payment.ts'
import { contactsOf } from './books.ts'
import { type CopiedLine, type CopiedList, type NamedLine, type PaymentList, readCopy } from './list-file.ts'

/**
 * The seal of a list: HMACs over its whole content, with a key of the appliance. The list has one, which finds any change;
 * each line has one for each of its cells, which name the change.
 */

/** Hexadecimal digits of the seal of one cell. It only names what the seal of the list found. */
const CELL_DIGITS = 16
const SEALED = LIST_CELLS.filter((cell) => cell !== 'reference')

export const sealsOf = async (run: Run): Promise<ListSeals> =>
  new ListSeals(Buffer.from((await run('payment.list-key', {})).key, 'hex'))

/** Reads a copy and compares it. @throws {OperatorFault} if it is no list */
export const readList = (run: Run, file: string): Promise<PaymentList> => compared(run, readCopy(file))

/**
 * Compares a copy with its seals. One without any may be of an earlier version, or somebody removed them to change it: its
 * telephone numbers must be those that the members have now.
 */
export async function compared(run: Run, copy: CopiedList): Promise<PaymentList> {
  const list = (await sealsOf(run)).read(copy)
  if (list.isSealed) return list
  const contactOf = await contactsOf(run)
  const lines = list.lines.map((line) =>
    line.phone === contactOf(line.payee).phone
      ? line
      : { ...line, changed: [...(line.changed ?? []), 'telephone' as const] },
  )
  return { ...list, lines, isChanged: lines.some(({ changed = [] }) => changed.length > 0) }
}

type UnsealedLine = Omit<NamedLine, 'seal' | 'changed'>

export class ListSeals {
  readonly #key: Uint8Array

  constructor(key: Uint8Array) {
    this.#key = key
  }

  /** Returns the list with its seals. The same content gives the same seals. */
  sealed<L extends UnsealedLine>(payer: string, lines: readonly L[]) {
    const withSeals = lines.map((line) => ({ ...line, seal: this.#ofLine(payer, line) }))
    return { payer, lines: withSeals, seal: this.#ofList(payer, withSeals) }
  }

  /** Compares a list with its seals. A list of an earlier version has none; it must at least agree with itself. */
  read({ payer, lines, seal }: CopiedList): PaymentList {
    const isSealed = seal !== undefined || lines.some((line) => line.seal !== undefined)
    const now = lines.map((line) => ({ ...line, seal: this.#ofLine(payer, line) }))
    const read = lines.map((line, i) => {
      const changed = isSealed ? changedCells(line.seal ?? '', now[i]?.seal ?? '') : inconsistent(line)
      return changed.length === 0 ? line : { ...line, changed }
    })
    const isChanged =
      read.some((line) => 'changed' in line) || (isSealed && seal !== this.#ofList(payer, now))
    return { payer, lines: read, isSealed, isChanged }
  }

  /** Each cell is sealed with the payer and our reference, so that no cell can be moved to another line. */
  #ofLine(payer: string, line: UnsealedLine): string {
    const cells: Readonly<Record<(typeof SEALED)[number], unknown>> = {
      member: [line.member_no, line.name, line.payee],
      telephone: line.phone,
      amount: [line.currency, line.amount_minor],
      debts: [line.purpose, line.settles.map((part) => [part.record_id, part.amount_minor])],
    }
    return SEALED.map((cell) =>
      hmac(this.#key, JSON.stringify([cell, payer, line.reference, cells[cell]]))
        .toString('hex')
        .slice(0, CELL_DIGITS),
    ).join('')
  }

  /** The order of lines is no part of it. */
  #ofList(payer: string, lines: readonly { readonly seal: string }[]): string {
    return hmac(this.#key, JSON.stringify(['list', payer, lines.map(({ seal }) => seal).sort()])).toString(
      'hex',
    )
  }
}

function changedCells(stated: string, now: string): readonly ListCell[] {
  const at = (seal: string, i: number) => seal.slice(i * CELL_DIGITS, (i + 1) * CELL_DIGITS)
  const changed = SEALED.filter((_, i) => at(stated, i) !== at(now, i))
  return changed.length === SEALED.length || stated.length > now.length ? ['reference'] : changed
}

function inconsistent({
  reference,
  payee,
  currency,
  amount_minor,
  settles,
}: CopiedLine): readonly ListCell[] {
  const sum = settles.reduce((all, part) => all + BigInt(part.amount_minor), 0n)
  if (BigInt(amount_minor) !== sum) return ['amount']
  return reference === referenceOf(payee, currency, settles) ? [] : ['reference']
}
