import { expect, test } from 'vitest'
import { openCheckpoint, signCheckpoint } from './checkpoint.ts'
import { cosignatureLine, cosignerOf, openCosignature, parseCosignerKey } from './cosignature.ts'
import { sha256 } from './hashes.ts'
import { parseVerifierKey, readNote, signerOf, verifierKey } from './note.ts'

test('the example of c2sp.org/tlog-cosignature is parsed as specified', () => {
  const note = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`
  const [, cosignature] = readNote(note)?.signatures ?? []
  expect(cosignature?.name).toBe('witness.example.com/w1')
  expect(cosignature?.keyId.toString('hex')).toBe('8d66cf3f')
  expect(cosignature?.signature).toHaveLength(8 + 64)
  expect(cosignature?.signature.readBigUInt64BE()).toBe(1_679_315_147n)
})

test('a witness’s key has the specified id, and is not accepted as a log’s key', () => {
  const cosigner = cosignerOf('witness.example/w1', Buffer.alloc(32, 3))
  const key = verifierKey(cosigner)
  const raw = Buffer.from(key.split('+').slice(2).join('+'), 'base64')
  expect(raw[0]).toBe(4)
  const id = sha256(Buffer.concat([Buffer.from('witness.example/w1\n'), raw])).subarray(0, 4)
  expect(cosigner.keyId).toEqual(id)
  expect(verifierKey(parseCosignerKey(key))).toBe(key)
  expect(() => parseVerifierKey(key)).toThrow(TypeError)
  expect(() => parseCosignerKey(verifierKey(signerOf('log', Buffer.alloc(32, 3))))).toThrow(
    TypeError,
  )
})

test('a cosignature is valid only for its text and time, and no bit of it can change', () => {
  const seed = Buffer.alloc(32, 3)
  // The two keys have the same name and the same 32 bytes, and differ only in their type.
  const [log, cosigner] = [signerOf('log.example', seed), cosignerOf('log.example', seed)]
  const checkpoint = signCheckpoint({ size: 12, root: sha256('12') }, log)
  const { text } = readNote(checkpoint) ?? { text: '' }
  const cosigned = checkpoint + cosignatureLine(text, cosigner, 1_700_000_000)
  expect(openCosignature(checkpoint, cosigner)).toBe(null)
  expect(openCosignature(cosigned, cosigner)).toBe(1_700_000_000)
  expect(openCheckpoint(cosigned, log)?.size).toBe(12)
  const twice = cosigned + cosignatureLine(text, cosigner, 1_700_000_009)
  expect(openCosignature(twice, cosigner)).toBe(1_700_000_009)
  expect(openCosignature(twice + cosignatureLine('other\n', cosigner, 1), cosigner)).toBe(null)
  const [from, bytes] = [Buffer.from(checkpoint).length, Buffer.from(cosigned)]
  for (let bit = from * 8; bit < bytes.length * 8; bit++) {
    const altered = Buffer.from(bytes)
    altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect([bit, openCosignature(altered.toString(), cosigner)]).toEqual([bit, null])
  }
})
