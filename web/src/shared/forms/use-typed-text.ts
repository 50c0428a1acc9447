import { type FocusEvent, useRef } from 'react'

type TextElement = HTMLInputElement | HTMLTextAreaElement

const isTextElement = (element: Element): element is TextElement =>
  element.matches('textarea, input:not([type="checkbox"], [type="radio"], [type="file"])')

/** Finds out whether the fields inside an element contain text that the user typed. */
export const useTypedText = () => {
  const atFirst = useRef(new Map<TextElement, string>())
  return {
    watch: {
      onFocus: ({ target }: FocusEvent) => {
        if (isTextElement(target) && !atFirst.current.has(target))
          atFirst.current.set(target, target.value)
      },
    },
    isLeft: (): boolean =>
      [...atFirst.current].some(
        ([field, value]) => field.isConnected && field.value.trim() !== '' && field.value !== value,
      ),
  }
}
