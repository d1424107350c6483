import { type Static, Type } from '@sinclair/typebox'
import { ADMISSION_PROBLEMS, problems } from '../http/refusals.ts'
import { CHECKSUM_ALGORITHMS, TUS_EXTENSIONS, TUS_VERSION, UPLOAD_TYPE } from './tus.ts'

/** What the contract says of uploads. They are checked by hand (`src/evidence/tus.ts`). */

const Id = Type.Object({ id: Type.String({ description: 'As the Location of the upload gave it.' }) })
export type UploadParams = Static<typeof Id>

const SaysTus = { 'tus-resumable': Type.Literal(TUS_VERSION, { description: 'The version of tus.' }) }
const TusHeaders = Type.Object(SaysTus)
const checksum = {
  'upload-checksum': Type.Optional(
    Type.String({
      description: `One of ${CHECKSUM_ALGORITHMS.join(', ')}, and the digest of these bytes in base64.`,
    }),
  ),
}

const header = (description: string) => ({ type: 'string', description })
const OFFSET = { 'upload-offset': header('How many bytes are here.') }
const EXPIRES = { 'upload-expires': header('When an upload that is not finished is dropped.') }
const STORED = {
  'granary-sha256': header(
    'SHA-256 of the bytes as kept; present when, and only when, the upload is finished.',
  ),
}

/** An answer without a body. */
const bare = (description: string, headers: object) => ({
  description,
  type: 'null',
  headers: { 'tus-resumable': header('Always 1.0.0.'), ...headers },
})

const tags = ['evidence']

/** Bytes are sent as they are, and not as JSON. */
const Bytes = Type.Unsafe({ type: 'string', format: 'binary', description: 'Bytes of the picture.' })
const BAD_BYTES = ['upload_checksum_mismatch', 'upload_digest_mismatch', 'evidence_refused'] as const

export const describeUploads = {
  operationId: 'describeUploads',
  tags,
  summary: 'What this service understands of tus.',
  description: 'The version, extensions and limits that a tus client asks for before it sends.',
  response: {
    204: bare('The extensions and limits.', {
      'tus-version': header(TUS_VERSION),
      'tus-extension': header(TUS_EXTENSIONS.join(',')),
      'tus-max-size': header('Largest picture, in bytes.'),
      'tus-checksum-algorithm': header(CHECKSUM_ALGORITHMS.join(',')),
    }),
    ...problems(...ADMISSION_PROBLEMS),
  },
}

export const beginUpload = {
  operationId: 'beginUpload',
  tags,
  summary: 'Begin an upload of a JPEG, PNG or WebP, with or without its first bytes.',
  description: `The first bytes, or all of them, may come along as ${UPLOAD_TYPE}.`,
  headers: Type.Object({
    ...SaysTus,
    ...checksum,
    'upload-length': Type.Integer({ minimum: 1, description: 'How many bytes there will be.' }),
    'upload-metadata': Type.String({
      description:
        '`sha256` and the hash of the bytes as captured, which a record cites, in base64. All else is passed over.',
    }),
  }),
  'x-optional-body': { content: { [UPLOAD_TYPE]: { schema: Bytes } } },
  response: {
    201: bare('Begun.', { location: header('Where the bytes go.'), ...OFFSET, ...EXPIRES, ...STORED }),
    ...problems(
      ...ADMISSION_PROBLEMS,
      ...BAD_BYTES,
      'invalid_upload_header',
      'tus_version_unsupported',
      'body_too_large',
      'upload_type_required',
      'too_many_uploads',
      'quota_exceeded',
      'object_store_unavailable',
      'storage_full',
      'clock_in_doubt',
    ),
  },
}

export const getUpload = {
  operationId: 'getUpload',
  tags,
  summary: 'Where an upload stands. A request that is still sending to it is cut off.',
  description:
    'A client that lost the link goes on from `Upload-Offset`. An upload that is whole but not finished yet is finished first. 423 while the object store is away: the bytes are here, ask again later.',
  params: Id,
  headers: TusHeaders,
  response: {
    200: bare('How it stands.', {
      ...OFFSET,
      'upload-length': header('How many bytes there will be.'),
      'upload-metadata': header('The hash that was declared.'),
      ...EXPIRES,
      ...STORED,
    }),
    ...problems(
      ...ADMISSION_PROBLEMS,
      'tus_version_unsupported',
      'not_found',
      'id_conflict',
      'upload_digest_mismatch',
      'evidence_refused',
      'upload_locked',
    ),
  },
}

export const sendUpload = {
  operationId: 'sendUpload',
  tags,
  summary: 'Send bytes. With the last one the picture is verified, cleaned and kept.',
  description:
    'The bytes must hash to what was declared, and be a picture, whatever the client calls them. Where and with what it was taken is removed.',
  params: Id,
  headers: Type.Object({
    ...SaysTus,
    ...checksum,
    'upload-offset': Type.Integer({
      minimum: 0,
      description: 'Where these bytes begin, which is where the upload stands.',
    }),
  }),
  consumes: [UPLOAD_TYPE],
  body: Bytes,
  response: {
    204: bare('Taken.', { ...OFFSET, ...EXPIRES, ...STORED }),
    ...problems(
      ...ADMISSION_PROBLEMS,
      ...BAD_BYTES,
      'invalid_upload_header',
      'tus_version_unsupported',
      'not_found',
      'upload_offset_mismatch',
      'id_conflict',
      'body_too_large',
      'upload_type_required',
      'upload_locked',
      'object_store_unavailable',
      'storage_full',
      'clock_in_doubt',
    ),
  },
}

export const endUpload = {
  operationId: 'endUpload',
  tags,
  summary: 'Drop an upload that is not finished.',
  description: 'What is finished stays: a record may cite it.',
  params: Id,
  headers: TusHeaders,
  response: {
    204: bare('Dropped.', {}),
    ...problems(
      ...ADMISSION_PROBLEMS,
      'tus_version_unsupported',
      'not_found',
      'upload_finished',
      'upload_locked',
    ),
  },
}
