import { useEffect, useRef, useState } from 'preact/hooks'
import { readCode } from '../engine/engine.ts'
import { Fault } from './parts.tsx'
import { useScreen } from './screen.ts'

/** The camera, until it sees a code. A picture can be chosen where the browser has no camera for pages. */

const PAUSE_MS = 150

export function Scanner({ read, end }: { readonly read: (text: string) => void; readonly end: () => void }) {
  const { say } = useScreen().words
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState('')
  useEffect(() => {
    let stream: MediaStream | null = null
    let isOver = false
    const look = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      } catch {
        return setFault(say('field.scan.noCamera'))
      }
      if (isOver || video.current === null) return stop(stream)
      video.current.srcObject = stream
      await video.current.play().catch(() => {})
      while (!isOver && video.current !== null) {
        const text = await readCode(video.current)
        if (text !== null && !isOver) return read(text)
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    }
    void look()
    return () => {
      isOver = true
      stop(stream)
    }
  }, [])
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    const image = await createImageBitmap(file).catch(() => null)
    const text = image && (await readCode(image))
    if (text === null) setFault(say('field.scan.noCode'))
    else read(text)
  }
  return (
    <div class="scanner">
      <video ref={video} muted playsInline aria-label={say('field.scan.camera')} />
      <Fault>{fault}</Fault>
      <label for="scan-file">{say('field.scan.file')}</label>
      <input
        id="scan-file"
        type="file"
        accept="image/*"
        onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
      />
      <button type="button" class="quiet wide" onClick={end}>
        {say('field.scan.end')}
      </button>
    </div>
  )
}

const stop = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
