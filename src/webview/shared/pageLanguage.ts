import { useTranslations, type Translations } from '../../base/l10n.ts';

/*
 * The messages of the page in the language of its host, which has them in the page. It is the first import of a page, since some
 * messages are made when their file is read.
 */
const given = document.getElementById('translations')?.textContent;
if (given !== undefined) useTranslations(JSON.parse(given) as Translations);
