import { useEffect } from 'preact/hooks';
import type { PanelActions } from './panelContext.ts';

/** Says whether the keyboard is in this page, which the editor tells nobody of a view. */
export function useFocusMessages(post: PanelActions['post']): void {
  useEffect(() => {
    const onFocus = (): void => post({ type: 'focus', focused: true });
    const onBlur = (): void => post({ type: 'focus', focused: false });
    if (document.hasFocus()) onFocus();
    window.addEventListener('focus', onFocus);
    window.addEventListener('blur', onBlur);
    return () => {
      window.removeEventListener('focus', onFocus);
      window.removeEventListener('blur', onBlur);
    };
  }, [post]);
}
