import { useWords } from './reader.tsx'

/**
 * A picture of a signed paper. With scripts, it is kept when it is chosen (`POST /pictures`), and its hash comes into the
 * field. Without them, there is the field for the hash alone.
 */
export const PictureField = ({ into, isSeveral }: { into: string; isSeveral?: boolean }) => {
  const { say } = useWords()
  return (
    <div hidden>
      <label>
        {say('grant.picture')}
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          data-picture={into}
          data-beside={isSeveral}
          data-sending={say('grant.pictureSending')}
          data-failed={say('grant.pictureFailed')}
        />
      </label>
      <p class="help" role="status">
        {say('grant.pictureHelp')}
      </p>
    </div>
  )
}
