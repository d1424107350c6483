/** Reads a QR code from a picture or a video: by the browser where it can, else by a library that is loaded only then. */

interface Detector {
  detect(source: CanvasImageSource): Promise<{ readonly rawValue: string }[]>
}
interface Detectors {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

let ready: Promise<Detector | null> | undefined

async function detector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: Detectors }
  if (BarcodeDetector === undefined) return null
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => [])
  return formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : null
}

/** Above this, the library takes too long on a phone. */
const LONGEST_SIDE = 800

/** @returns the text of the code; null if none is seen */
export async function readCode(source: HTMLVideoElement | ImageBitmap): Promise<string | null> {
  ready ??= detector()
  const native = await ready
  if (native !== null) {
    const found = await native.detect(source).catch(() => [])
    return found[0]?.rawValue ?? null
  }
  const [width, height] =
    source instanceof HTMLVideoElement
      ? [source.videoWidth, source.videoHeight]
      : [source.width, source.height]
  if (width === 0 || height === 0) return null
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return null
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  const { decodeQR } = await import('qr/decode.js')
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height))
  } catch {
    return null
  }
}
