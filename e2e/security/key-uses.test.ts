import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const production = execFileSync('git', ['ls-files', '*.ts'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !/\.test\.ts$|\/testing\/|^(?:e2e|bench|tools)\//.test(file))

/** Node's functions that take a key, which must come from a ring of keys. */
const primitive = /\b(?:createHmac|createCipheriv|createDecipheriv|hkdfSync)\(/

/**
 * Where these functions may be called, and why a change of `TOKEN_SECRET` or `PERSONAL_DATA_KEY`
 * does not matter there.
 */
const primitives = {
  'command-api/files/locked-pdf.ts': 'the key of a customer’s PDF, which nobody chose',
  'command-api/money/import/statement-task.ts': 'BANK_LINE_KEY, which is never changed (206)',
  'command-api/money/line-id.ts': 'BANK_LINE_KEY, which is never changed (206)',
  'command-api/order/payment-code/permutation.ts': 'a key in the database (207)',
  'command-api/accounts/second-factor/totp.ts': 'the secret of a person, sealed with their data',
  'platform/crypto/derived-key.ts': 'one for each key of a ring',
  'platform/crypto/key-ring.ts': 'one for each key of a ring',
  'platform/crypto/reference-hmac.ts': 'one for each key of a ring',
  'platform/crypto/sealed-box.ts': 'one key; openBoxUnder takes a ring',
  'log-proof/writer-mac.ts': 'LOG_WRITER_KEY, which is never changed (250)',
  'platform/postgres/roles.ts': 'a password',
}

/**
 * Functions that find or verify something with a key ring. For each file that uses one, `shown`
 * names the test that changes keys in between.
 */
const ringUse =
  /\b(?:macOf|macsOf|isMacOf|forEachKey|derivedKeys|openBoxUnder|sealBox|openReferenceHmacs|mailedToken|readMailedToken|temporaryPasswords?|signLink|verifyLink|accessTokens)\(/

const shown: Record<string, RegExp> = {
  'platform/crypto/key-ring.test.ts':
    /^platform\/crypto\/(?:key-ring|access-token|derived-key|mailed-token|reference-hmac|sealed-box|signed-link)\.ts$|^platform\/http\/principal\.ts$/,
  'platform/crypto/rotate-keys.int.test.ts':
    /^platform\/crypto\/(?:personal-data|key-stock|rotate-keys)\.ts$/,
  'command-api/keys/rotate-references.int.test.ts':
    /^command-api\/keys\/|^(?:query-api\/server|all-in-one\/http|workers\/start-workers)\.ts$/,
  'command-api/accounts/cookies.test.ts':
    /^command-api\/accounts\/(?:session\/known-device|oidc\/visit)\.ts$/,
  'command-api/shared/unclaimed-uploads.test.ts': /^command-api\/shared\/unclaimed-uploads\.ts$/,
  'workers/mail/limits.test.ts': /^workers\/mail\/limits\.ts$/,
  'command-api/log-proof/key-change.int.test.ts':
    /^projections\/log-proof\/verify\/(?:run|hash-worker)\.ts$/,
  'e2e/security/keys.int.test.ts':
    /^command-api\/accounts\/(?:plugin|create\.routes|session\/(?:sessions|throttle|attempt-password|known-device\.routes)|second-factor\/challenges|password\/(?:activation|reset)\.routes|account\/superadministrator)\.ts$|^command-api\/(?:shared\/repeated-commands|order\/(?:create\/submission|price-promise\/price-promises|question\/[\w-]+))\.ts$|^query-api\/order\/proof-(?:file\.routes|links)\.ts$|^workers\/mail\/(?:user|order)\.ts$|^all-in-one\/demo\/seed\.ts$/,
}

/** Seals with a client's key, which is in no ring. */
const clientsKey = 'command-api/accounts/used-once.ts'

test('data is encrypted or hashed with a key only in the files listed here', () => {
  const found = production.filter((file) => primitive.test(read(file)))
  expect(found).toEqual(Object.keys(primitives).sort())
})

test('every use of a key ring is covered by a test that changes keys', () => {
  const found = production.filter((file) => file !== clientsKey && ringUse.test(read(file)))
  const unknown = found.filter((file) => !Object.values(shown).some((files) => files.test(file)))
  expect(unknown).toEqual([])
  for (const [by, files] of Object.entries(shown)) {
    expect(
      found.some((file) => files.test(file)),
      `${by} shows nothing`,
    ).toBe(true)
    expect(read(by), `${by} changes no keys`).toMatch(/keyRing\([^)]+, |\[newKey, oldKey\]/)
  }
})
