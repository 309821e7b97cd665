import { createContext, useContext } from 'react'
import { useColorScheme } from 'react-native'
import { english } from '../../languages/overlay-texts.js'
import type { RowLook, Theme } from '../overlay/look.js'

const LIGHT = {
  accent: '#4b45c6',
  onAccent: '#ffffff',
  ground: '#fbfaf9',
  raised: '#ffffff',
  sunken: '#f1eff0',
  ink: '#1d1b24',
  quiet: '#625e6e',
  line: '#e4e1e6',
  danger: '#b3261e',
}

const DARK: typeof LIGHT = {
  accent: '#b4aeff',
  onAccent: '#17133d',
  ground: '#131218',
  raised: '#1e1c25',
  sunken: '#24222c',
  ink: '#eeecf3',
  quiet: '#a8a3b5',
  line: '#3a3744',
  danger: '#ffb4ab',
}

/** The colours of the native overlay: those of the overlay of browsers. */
export function useColours(theme: Theme): typeof LIGHT {
  const scheme = useColorScheme()
  return theme === 'dark' || (theme === 'auto' && scheme === 'dark') ? DARK : LIGHT
}

/** What all parts of a native overlay need to draw themselves. */
export interface NativeLook extends RowLook {
  colours: typeof LIGHT
}

export const LookContext = createContext<NativeLook>({ texts: english, audience: 'user', colours: LIGHT })

/** Styles by name, in the colours of the overlay. */
export function useLook() {
  const look = useContext(LookContext)
  const { ground, raised, sunken, ink, quiet, line, accent, danger } = look.colours
  const round = { minWidth: 48, minHeight: 48, borderRadius: 24 }
  const centred = { alignItems: 'center', justifyContent: 'center' }
  return {
    ...look,
    styles: {
      screen: { flex: 1, backgroundColor: ground },
      fill: { flex: 1 },
      bar: { flexDirection: 'row', alignItems: 'center', gap: 12, padding: 12 },
      rows: { padding: 16, gap: 16, flexGrow: 1 },
      title: { color: ink, fontSize: 18, fontWeight: '600' },
      text: { color: ink, fontSize: 17, lineHeight: 24 },
      strong: { fontWeight: '600' },
      code: { fontFamily: 'monospace' },
      quiet: { color: quiet, fontSize: 14, lineHeight: 20 },
      link: { color: accent, textDecorationLine: 'underline' },
      bubble: {
        alignSelf: 'flex-end',
        maxWidth: '85%',
        backgroundColor: sunken,
        borderRadius: 18,
        padding: 12,
      },
      card: {
        backgroundColor: raised,
        borderColor: line,
        borderWidth: 1,
        borderRadius: 18,
        padding: 16,
        gap: 12,
      },
      choices: { flexDirection: 'row', flexWrap: 'wrap', gap: 12 },
      round: { ...round, ...centred, backgroundColor: sunken },
      pill: { ...round, ...centred, flexGrow: 1, paddingHorizontal: 20, backgroundColor: sunken },
      main: { backgroundColor: accent },
      danger: { backgroundColor: danger },
      field: {
        flex: 1,
        color: ink,
        fontSize: 17,
        maxHeight: 120,
        padding: 12,
        borderRadius: 24,
        backgroundColor: sunken,
      },
    },
  }
}
