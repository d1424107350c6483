/** A set of numbers from 1 to a highest one, a bit for each; others are left out. */
export class Numbers {
  readonly bits: Uint8Array

  constructor(highest: number) {
    this.bits = new Uint8Array(Math.ceil((highest + 1) / 8))
  }

  note(n: number): void {
    // Beyond 32 bits there are none, and a shift would take them for others.
    const at = Math.floor(n / 8)
    if (n >= 1 && at < this.bits.length) this.bits[at] = (this.bits[at] as number) | (1 << (n & 7))
  }

  /** Takes in the bits of another such set. */
  add(bits: Uint8Array): void {
    for (let i = 0; i < this.bits.length; i++) this.bits[i] = (this.bits[i] as number) | (bits[i] ?? 0)
  }

  has(n: number): boolean {
    return ((this.bits[Math.floor(n / 8)] ?? 0) & (1 << (n & 7))) !== 0
  }
}
