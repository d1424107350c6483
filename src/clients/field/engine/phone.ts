import { Confirmers } from './confirmers.ts'
import { Inside } from './inside.ts'
import { Sender } from './sender.ts'
import { PhoneShown } from './shown.ts'
import { Writing } from './writing.ts'

/** An open phone, with its parts. */
export class Phone extends Inside {
  readonly #send = () => void this.sender.go()
  readonly shown = new PhoneShown(this, () => this.sender.progress.sending)
  readonly writing = new Writing(this, this.shown, this.#send)
  readonly confirmers = new Confirmers(this, this.shown, this.#send)
  readonly sender: Sender = new Sender(this, this.confirmers, (entry) => this.shown.isHeld(entry))
}
