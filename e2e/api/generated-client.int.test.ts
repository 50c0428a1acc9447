import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'
import { expect, onTestFinished, test } from 'vitest'
import { startSpecificationShop } from '../testing/client.ts'
import { createCatalogue, orderForm } from '../testing/fixtures.ts'

/** A stranger's program, which has only the generated types. */
const program = `
import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'

type OrderForm = paths['/api/create-order']['post']['requestBody']['content']['application/json']

export const placeAndTrack = async (baseUrl: string, form: OrderForm) => {
  const client = createClient<paths>({ baseUrl })
  const created = await client.POST('/api/create-order', { body: form })
  if (created.error) throw new Error(created.error.responseMessage)
  const { orderId } = created.data
  const tracked = await client.GET('/api/orders/{orderId}/track', {
    params: { path: { orderId } },
    headers: { 'X-Min-Position': created.response.headers.get('X-Position') },
  })
  const refused = await client.POST('/api/create-order', { body: { ...form, products: [] } })
  return { orderId, tracked: tracked.data?.result, refusal: refused.error?.message }
}
`

/** The compiler's messages for each file. */
const compile = (files: string[]): string[][] => {
  const compiled = ts.createProgram(files, {
    noEmit: true,
    strict: true,
    allowImportingTsExtensions: true,
    types: ['node'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    skipLibCheck: true,
  })
  return files.map((file) =>
    ts
      .getPreEmitDiagnostics(compiled, compiled.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  )
}

test('a client generated from the API description compiles and places an order', async () => {
  const shop = await startSpecificationShop()
  onTestFinished(() => shop.close())
  const goods = await createCatalogue(shop, await shop.signIn())
  const response = await fetch(`${shop.address}/api/docs/json`)
  const document = (await response.json()) as OpenAPI3

  // The folder is inside the package, so that the program finds its node_modules.
  const folder = await mkdtemp(path.join(import.meta.dirname, '.client-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const client = path.join(folder, 'client.ts')
  const wrongClient = path.join(folder, 'wrong.ts')
  await writeFile(path.join(folder, 'schema.ts'), astToString(await openapiTypescript(document)))
  await writeFile(client, program)
  await writeFile(wrongClient, program.replace("'/api/create-order', {", "'/api/make-order', {"))
  const [said, saidOfWrong] = compile([client, wrongClient])
  expect(said).toEqual([])
  expect(saidOfWrong).not.toEqual([])

  const { placeAndTrack } = await import(/* @vite-ignore */ client)
  const { orderId, tracked, refusal } = await placeAndTrack(shop.address, await orderForm(goods))
  expect(tracked).toMatchObject({ orderId, orderStatus: 'pending' })
  expect(refusal).toEqual(expect.any(String))
})
