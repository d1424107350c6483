import { useEffect, useState } from 'preact/hooks'
import { Icon } from './icons.tsx'
import { useScreen } from './screen.ts'

/** Photographs of what is recorded, by the camera of the phone. */

/** The service takes 16 with a record. */
const MOST = 4

export function Photographs(props: {
  /** The number that the record has already. */
  readonly cited: number
  readonly pictures: readonly Blob[]
  readonly change: (pictures: readonly Blob[]) => void
}) {
  const { cited, pictures, change } = props
  const { say } = useScreen().words
  return (
    <div class="photographs">
      <label class="button quiet wide" for="photograph">
        <Icon name="camera" />
        {say('field.photograph.take')}
      </label>
      <input
        id="photograph"
        class="hidden"
        type="file"
        accept="image/*"
        capture="environment"
        disabled={pictures.length >= MOST}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file !== undefined) change([...pictures, file])
          currentTarget.value = ''
        }}
      />
      {cited > 0 && <p class="help">{say('field.photograph.cited', { count: cited })}</p>}
      <ul class="pictures">
        {pictures.map((picture, i) => (
          <li key={i}>
            <Picture blob={picture} text={say('field.photograph.one', { number: i + 1 })} />
            <button
              type="button"
              class="quiet"
              onClick={() => change(pictures.filter((one) => one !== picture))}
            >
              {say('field.photograph.remove')}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function Picture({ blob, text }: { readonly blob: Blob; readonly text: string }) {
  const [url, setUrl] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url === '' ? null : <img src={url} alt={text} />
}
