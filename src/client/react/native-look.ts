import { createContext, useContext } from 'react'
import { useColorScheme } from 'react-native'
import themes from '../../../templates/overlay/themes.json'
import { english } from '../../languages/overlay-texts.js'
import type { RowLook, Theme } from '../overlay/look.js'

type Colours = (typeof themes)['light']

/** The colours of the native overlay: those of the overlay of browsers. */
export function useColours(theme: Theme): Colours {
  const scheme = useColorScheme()
  return themes[theme === 'dark' || (theme === 'auto' && scheme === 'dark') ? 'dark' : 'light']
}

/** What all parts of a native overlay need to draw themselves. */
export interface NativeLook extends RowLook {
  colours: Colours
}

export const LookContext = createContext<NativeLook>({
  texts: english,
  audience: 'user',
  colours: themes.light,
})

/** Styles by name, in the colours of the overlay. */
export function useLook() {
  const look = useContext(LookContext)
  const { background, surface, sunken, text, muted, line, accent, fill } = look.colours
  const round = { minWidth: 48, minHeight: 48, borderRadius: 24 }
  const centred = { alignItems: 'center', justifyContent: 'center' }
  return {
    ...look,
    styles: {
      screen: { flex: 1, backgroundColor: background },
      fill: { flex: 1 },
      bar: { flexDirection: 'row', alignItems: 'center', gap: 12, padding: 12 },
      rows: { padding: 16, gap: 16, flexGrow: 1 },
      title: { color: text, fontSize: 18, fontWeight: '600' },
      text: { color: text, fontSize: 17, lineHeight: 24 },
      strong: { fontWeight: '600' },
      em: { fontStyle: 'italic' },
      code: { fontFamily: 'monospace' },
      quiet: { color: muted, fontSize: 14, lineHeight: 20 },
      link: { color: accent, textDecorationLine: 'underline' },
      bubble: {
        alignSelf: 'flex-end',
        maxWidth: '85%',
        backgroundColor: sunken,
        borderRadius: 18,
        padding: 12,
      },
      card: {
        backgroundColor: surface,
        borderColor: line,
        borderWidth: 1,
        borderRadius: 18,
        padding: 16,
        gap: 12,
      },
      choices: { flexDirection: 'row', flexWrap: 'wrap', gap: 12 },
      round: { ...round, ...centred, backgroundColor: sunken },
      pill: { ...round, ...centred, flexGrow: 1, paddingHorizontal: 20, backgroundColor: sunken },
      orb: { ...centred, width: 88, height: 88, borderRadius: 44, backgroundColor: accent },
      main: { backgroundColor: accent },
      danger: { backgroundColor: fill },
      field: {
        flex: 1,
        color: text,
        fontSize: 17,
        maxHeight: 120,
        padding: 12,
        borderRadius: 24,
        backgroundColor: sunken,
      },
    },
  }
}
