import { must } from '../base/typed.ts'
import { formatInstant } from '../domain/time.ts'
import type { BaseKernel } from '../registry/kernel.ts'
import { type Grants, type GrantView, granteeCalled } from './grants.ts'
import type { Wording } from './objection-words.ts'
import { type ReceiptDocument, type ReceiptFacts, receiptOf } from './receipt.ts'

/** Receipts of grants, made when they are asked for; nothing of them is stored. */
export class Receipts {
  readonly #base: BaseKernel
  readonly #grants: Grants
  readonly #wording: Wording

  constructor(base: BaseKernel, grants: Grants, wording: Wording) {
    this.#base = base
    this.#grants = grants
    this.#wording = wording
  }

  /** Returns the receipt of a grant to its subject or its reader; null to anybody else. */
  ofGrant(id: string, viewer: string): ReceiptDocument | null {
    const grant = this.#grants.oneFor(id, viewer)
    return grant === undefined ? null : receiptOf(this.facts(grant))
  }

  /** Returns what a receipt says of a grant. Call inside a job. */
  facts(grant: GrantView): ReceiptFacts {
    const { store, people, registry } = this.#base
    const { id, name, meaning } = must(registry.get('purposes', grant.purpose))
    const keeper = store.appliance.cooperative === null ? null : store.parties.id(store.appliance.cooperative)
    return {
      grant,
      purpose: { id, name, meaning },
      law: this.#wording.basis('consent').law,
      keeper:
        keeper === null ? null : { id: keeper, name: granteeCalled(store, people, keeper).grantee_name },
      madeAt: formatInstant(store.writer.nowMs),
    }
  }
}
