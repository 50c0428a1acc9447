import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { markMentionsRead, useMentions } from '../../shared/server-state/mentions.ts'

export const useMarkRead = (orderId: string) => {
  const client = useQueryClient()
  const { data = [] } = useMentions()
  const isUnread = data.some(({ orderid }) => orderid === orderId)
  useEffect(() => {
    // If this fails, the badge stays, and the next visit to the order tries again.
    if (isUnread) markMentionsRead(client, orderId).catch(() => undefined)
  }, [client, isUnread, orderId])
}
