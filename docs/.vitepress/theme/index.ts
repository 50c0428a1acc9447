import { type Theme, useData, useRoute } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import { nextTick, onMounted, watch } from 'vue'
import './diagrams.css'

/** Draws the diagrams of the page that is shown, in its colours. Pages without one load nothing. */
const drawDiagrams = async (isDark: boolean): Promise<void> => {
  const diagrams = [...document.querySelectorAll<HTMLElement>('pre.mermaid')]
  if (diagrams.length === 0) return
  const { default: mermaid } = await import('mermaid')
  for (const diagram of diagrams) {
    diagram.dataset.source ??= diagram.textContent ?? ''
    diagram.textContent = diagram.dataset.source
    delete diagram.dataset.processed
  }
  mermaid.initialize({
    startOnLoad: false,
    theme: isDark ? 'dark' : 'default',
    // Drawn at their natural size: a wide one scrolls.
    flowchart: { useMaxWidth: false },
  })
  await mermaid.run({ nodes: diagrams })
}

const theme: Theme = {
  extends: DefaultTheme,
  setup() {
    const route = useRoute()
    const { isDark } = useData()
    const draw = () => void nextTick(() => drawDiagrams(isDark.value))
    onMounted(draw)
    watch(() => [route.path, isDark.value], draw)
  },
}

export default theme
