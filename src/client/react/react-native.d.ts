/** What `voice/react-native` uses of React Native, which the app brings. Its whole package would be a heavy install. */
declare module 'react-native' {
  import type { ComponentType, ReactNode, Ref } from 'react'

  export type Style = Readonly<Record<string, unknown>> | readonly (Style | undefined | false)[]

  interface Common {
    style?: Style
    children?: ReactNode
    accessible?: boolean
    accessibilityRole?: 'button' | 'header' | 'alert' | 'link'
    accessibilityLabel?: string
    accessibilityLiveRegion?: 'polite' | 'assertive'
    accessibilityState?: { disabled?: boolean; checked?: boolean }
    accessibilityViewIsModal?: boolean
    testID?: string
  }

  export const View: ComponentType<Common>
  export const SafeAreaView: ComponentType<Common>
  export const Text: ComponentType<Common & { onPress?: () => void; selectable?: boolean }>
  export const Pressable: ComponentType<Common & { onPress: () => void; disabled?: boolean }>
  export const KeyboardAvoidingView: ComponentType<Common & { behavior?: 'padding' | 'height' }>
  export const Modal: ComponentType<
    Common & { visible: boolean; animationType: 'slide' | 'fade'; onRequestClose: () => void }
  >
  export const TextInput: ComponentType<
    Common & {
      value: string
      onChangeText: (text: string) => void
      onSubmitEditing: () => void
      placeholder: string
      placeholderTextColor: string
      multiline?: boolean
      submitBehavior?: 'submit'
      returnKeyType?: 'send'
    }
  >
  export const ScrollView: ComponentType<
    Common & {
      ref?: Ref<{ scrollToEnd(options?: { animated: boolean }): void }>
      contentContainerStyle?: Style
      onContentSizeChange?: () => void
      keyboardShouldPersistTaps?: 'handled'
    }
  >
  export const Linking: { openURL(address: string): Promise<unknown>; openSettings(): Promise<unknown> }
  export const Platform: { OS: string }
  export function useColorScheme(): 'light' | 'dark' | null | undefined
}
