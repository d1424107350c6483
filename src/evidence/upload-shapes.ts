import { Type } from '@sinclair/typebox'
import { ADMISSION_PROBLEMS, problems } from '../http/refusals.ts'
import { CHECKSUM_ALGORITHMS, TUS_EXTENSIONS, TUS_VERSION, UPLOAD_TYPE } from './tus.ts'

/** Uploads in the contract. `src/evidence/tus.ts` checks the headers. */

const Id = Type.Object({ id: Type.String({ description: 'From the Location of the upload.' }) })

const TusVersion = { 'tus-resumable': Type.Literal(TUS_VERSION, { description: 'The version of tus.' }) }
const TusHeaders = Type.Object(TusVersion)
const checksum = {
  'upload-checksum': Type.Optional(
    Type.String({
      description: `One of ${CHECKSUM_ALGORITHMS.join(', ')}, and the digest of these bytes in base64.`,
    }),
  ),
}

const header = (description: string) => ({ type: 'string', description })
const OFFSET = { 'upload-offset': header('Bytes received so far.') }
const EXPIRES = { 'upload-expires': header('When an unfinished upload is dropped.') }
const STORED = {
  'granary-sha256': header('SHA-256 of the bytes as kept; present only when the upload is finished.'),
}

const bare = (description: string, headers: object) => ({
  description,
  type: 'null',
  headers: { 'tus-resumable': header('Always 1.0.0.'), ...headers },
})

const tags = ['evidence']

/** Raw bytes, not JSON. */
const Bytes = Type.Unsafe({ type: 'string', format: 'binary', description: 'Bytes of the picture.' })
const BAD_BYTES = ['upload_checksum_mismatch', 'upload_digest_mismatch', 'evidence_refused'] as const

export const describeUploads = {
  operationId: 'describeUploads',
  tags,
  summary: 'The tus features of this service.',
  description: 'Version, extensions and limits, for a tus client that asks before it uploads.',
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
  summary: 'Start an upload of a JPEG, PNG or WebP, with or without its first bytes.',
  description: `The first bytes, or all of them, may be in the body, as ${UPLOAD_TYPE}.`,
  headers: Type.Object({
    ...TusVersion,
    ...checksum,
    'upload-length': Type.Integer({ minimum: 1, description: 'Length of the picture in bytes.' }),
    'upload-metadata': Type.String({
      description:
        '`sha256` and, in base64, the hash of the bytes as captured, which a record cites. Other keys are ignored.',
    }),
  }),
  'x-optional-body': { content: { [UPLOAD_TYPE]: { schema: Bytes } } },
  response: {
    201: bare('The upload was started.', {
      location: header('The address for the bytes.'),
      ...OFFSET,
      ...EXPIRES,
      ...STORED,
    }),
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
  summary: 'The state of an upload. A request that is still sending to it is cut off.',
  description:
    'A client that lost the connection resumes from `Upload-Offset`. A whole but unfinished upload is finished first. 423 while the object store is unavailable: all bytes are received; ask again later.',
  params: Id,
  headers: TusHeaders,
  response: {
    200: bare('The state of the upload.', {
      ...OFFSET,
      'upload-length': header('Length of the picture in bytes.'),
      'upload-metadata': header('The declared hash.'),
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
  summary: 'Send bytes. After the last one, the picture is verified, cleaned and stored.',
  description:
    'The bytes must have the declared hash and be a picture, regardless of their declared type. Place and device are removed from it.',
  params: Id,
  headers: Type.Object({
    ...TusVersion,
    ...checksum,
    'upload-offset': Type.Integer({
      minimum: 0,
      description: 'Position of the first of these bytes: the bytes received so far.',
    }),
  }),
  consumes: [UPLOAD_TYPE],
  body: Bytes,
  response: {
    204: bare('The bytes were received.', { ...OFFSET, ...EXPIRES, ...STORED }),
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
  summary: 'Drop an unfinished upload.',
  description: 'A finished upload stays: a record may cite it.',
  params: Id,
  headers: TusHeaders,
  response: {
    204: bare('The upload was dropped.', {}),
    ...problems(
      ...ADMISSION_PROBLEMS,
      'tus_version_unsupported',
      'not_found',
      'upload_finished',
      'upload_locked',
    ),
  },
}
