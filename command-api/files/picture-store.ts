import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pictureTypes, unknownPicture } from '@strand/contracts/catalogue/picture'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import type { FileStore } from '@strand/platform/files/open'
import type { AdmittedFiles } from '../shared/file-admission.ts'
import { bufferContent } from './buffer-content.ts'
import { fileLabel } from './file-type.ts'
import type { Pictures } from './pictures.ts'
import { type DeclaredFile, receiveFile } from './receive-file.ts'
import type { SmallPicture } from './small-picture.ts'

export type PictureStore = {
  /** Receives a picture, stores a small version, and returns its id. */
  receive: (content: Readable, named: DeclaredFile, admitted: AdmittedFiles) => Promise<string>
  /** Keeps a picture that a product is about to use; throws if the shop no longer has it. */
  keep: (picture: string) => Promise<void>
}

type Options = { files: Pick<FileStore, 'write'>; pictures: Pictures; pool: Pool; now: Now }

/** The pictures of products, each under a hash of its content. */
export const openPictureStore = ({ files, pictures, pool, now }: Options): PictureStore => {
  /** Inserts the row first, so that a crash leaves no untracked file. */
  const store = async (small: SmallPicture): Promise<string> => {
    const picture = idOf(small)
    await pool.query(
      `insert into product_picture (picture, named_at) values ($1, $2)
       on conflict (picture) do update set named_at = excluded.named_at`,
      [picture, now().toISOString()],
    )
    for (const type of pictureTypes) await files.write(picture + type, once(small[type]))
    return picture
  }

  return {
    receive: (content, named, admitted) =>
      receiveFile(content, named, admitted, ({ fileName, type, bytes }) => {
        if (type === 'application/pdf') throw noPicture(fileName)
        return bufferContent(bytes, async (waiting) =>
          store(await pictures.shrink(waiting, type, { fileName, by: admitted.by })),
        )
      }).catch((error: unknown) => {
        if (error instanceof Rejected && error.code === 'unsupported-media-type')
          throw noPicture(fileLabel(named.fileName))
        throw error
      }),
    keep: async (picture) => {
      const { rowCount } = await pool.query(
        'update product_picture set named_at = $2 where picture = $1',
        [picture, now().toISOString()],
      )
      if (rowCount === 0)
        throw new Rejected('invalid', unknownPicture, {
          details: [{ path: 'picture', message: unknownPicture }],
        })
    },
  }
}

const idOf = (small: SmallPicture): string => {
  const hash = createHash('sha256')
  for (const type of pictureTypes) hash.update(small[type])
  return hash.digest('hex').slice(0, 40)
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

const noPicture = (fileName: string) =>
  new Rejected('unsupported-media-type', `${fileName} is neither a PNG nor a JPEG picture`)
