/** What the page uses of Web Serial (WICG), which the compiler's own list of browsers' parts lacks. */

export interface SerialPort {
  readonly readable: ReadableStream<Uint8Array> | null
  readonly open: (options: SerialOptions) => Promise<void>
  readonly close: () => Promise<void>
  readonly forget: () => Promise<void>
}

export interface SerialOptions {
  readonly baudRate: number
  readonly dataBits: number
  readonly parity: string
  readonly stopBits: number
}

export interface Serial extends EventTarget {
  readonly getPorts: () => Promise<readonly SerialPort[]>
  readonly requestPort: () => Promise<SerialPort>
}

/** Only Chrome and Edge have it, on pages of HTTPS or of this machine. */
export const serial = (navigator as { readonly serial?: Serial }).serial
