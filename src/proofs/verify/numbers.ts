/** A set of numbers from 1 to a highest one, a bit for each; others are left out. */
export class Numbers {
  readonly bits: Uint8Array

  constructor(highest: number) {
    this.bits = new Uint8Array(Math.ceil((highest + 1) / 8))
  }

  note(n: number): void {
    // Larger numbers do not occur, and a shift would wrap them.
    const at = Math.floor(n / 8)
    if (n >= 1 && at < this.bits.length) this.bits[at] = (this.bits[at] as number) | (1 << (n & 7))
  }

  /** Adds the bits of another set. */
  add(bits: Uint8Array): void {
    for (let i = 0; i < this.bits.length; i++) this.bits[i] = (this.bits[i] as number) | (bits[i] ?? 0)
  }

  has(n: number): boolean {
    return ((this.bits[Math.floor(n / 8)] ?? 0) & (1 << (n & 7))) !== 0
  }
}
