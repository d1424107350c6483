import type { Faults } from '../soak/tally.ts'
import type { Contract } from './contract.ts'
import { faultsOf } from './judge.ts'
import type { Request } from './requests.ts'
import { sendAlone } from './rough.ts'

/** How much of a request is shown that must be told of. */
const SHOWN = 1_200

/** What was found, each with what it takes to find it again. */
export class Blame {
  readonly #faults: Faults
  readonly #seed: number
  /** What failed first of each kind. */
  readonly #first = new Map<string, Request>()

  constructor(faults: Faults, seed: number) {
    this.#faults = faults
    this.#seed = seed
  }

  add(fault: string, { number, kind, bytes, ...request }: Request, answered: string): void {
    if (!this.#first.has(fault)) this.#first.set(fault, { number, kind, bytes, ...request })
    const again = `--seed ${this.#seed} --from ${number} --requests 1`
    this.#faults.add(fault, `${again} (${kind}) ${answered}\n      ${shown(bytes)}`)
  }

  /** Sends what failed once more, alone: whoever looks into it then knows whether it needs company. */
  async again(port: number, contract: Contract, folder: string): Promise<void> {
    for (const [fault, request] of this.#first) {
      const { answers } = await sendAlone(port, request.bytes)
      const repeats = answers.some((answer) => faultsOf(request, answer, contract, folder).includes(fault))
      this.#faults.add(fault, `sent again alone: ${repeats ? 'the same' : 'not the same'}`)
    }
  }
}

/** Bytes as they could stand in a text of the language. */
const shown = (bytes: Buffer): string => JSON.stringify(bytes.toString('latin1').slice(0, SHOWN))
