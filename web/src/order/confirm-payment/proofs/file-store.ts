import type { Uploaded } from '@strand/contracts/uploads'

/**
 * A proof of payment that the customer picked. The device stores it until the server has accepted
 * the order.
 */
export type StoredFile = {
  id: string
  name: string
  type: string
  blob: Blob
  pickedAt: number
  uploaded: Uploaded | null
  uploadedAt: number | null
}

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('strand.payment', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('files', { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('The file storage is held by another tab'))
  })

const withObjectStore = async <Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> => {
  const database = await open()
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction('files', mode)
      const request = work(transaction.objectStore('files'))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

export type FileStore = {
  all: () => Promise<StoredFile[]>
  put: (file: StoredFile) => Promise<void>
  remove: (id: string) => Promise<void>
  clear: () => Promise<void>
}

/**
 * Stores picked files in IndexedDB, so that they survive a reload, a phone call and a killed tab.
 * If IndexedDB fails (private browsing, a full disk), the files last only as long as the page.
 * Errors are therefore ignored.
 */
export const indexedDbFileStore: FileStore = {
  all: async () => {
    try {
      const files: StoredFile[] = await withObjectStore('readonly', (store) => store.getAll())
      return files.sort((one, other) => one.pickedAt - other.pickedAt)
    } catch {
      return []
    }
  },
  put: async (file) => {
    await withObjectStore('readwrite', (store) => store.put(file)).catch(() => undefined)
  },
  remove: async (id) => {
    await withObjectStore('readwrite', (store) => store.delete(id)).catch(() => undefined)
  },
  clear: async () => {
    await withObjectStore('readwrite', (store) => store.clear()).catch(() => undefined)
  },
}
