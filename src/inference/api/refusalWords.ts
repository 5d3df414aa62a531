/**
 * The words of one language with which models turn an image down, and with which they say that they got none. All are
 * looked for in lower case, in short answers alone; `^` is the beginning of the answer.
 */
interface Language {
  /** Regrets that an answer may begin with. */
  sorry: RegExp;
  /** Says that something cannot be done: after a regret that is a refusal. */
  cannot: RegExp;
  /** A refusal without a regret. */
  refuses: RegExp;
  /** No image came. */
  noImage: RegExp;
  /** Goes on to say what is there. */
  goesOn: RegExp;
}

/** Anything within a sentence, so much at most. */
const near = '[^.!?。！？]{0,60}?';

/** ProGamerGov/VLM-Captioning-Tools#3, UKGovernmentBEIS/inspect_ai#3412, openclaw/openclaw#44706, atomantic/PortOS#1228. */
const languages: readonly Language[] = [
  {
    // English
    sorry:
      /^(?:(?:i'm |i am )?(?:very |really |so |deeply )?sorry(?:[,.!;:]| but| i)|my apologies|i apologi[sz]e|unfortunately|as an ai\b[^,.]{0,60},)/,
    cannot:
      /\b(?:can't|cannot|can not|won't|unable to|not able to|not allowed to|not permitted to|not comfortable|decline)\b/,
    refuses:
      /^(?:i (?:can't|cannot|can not|won't(?: be able to)?)|i'm (?:not able|unable|not allowed) to|i am (?:not able|unable|not allowed) to|i must|i have to|i refuse to|i decline to)(?: directly)? (?:(?:assist|help(?! but)|comply|fulfil|engage|decline|refuse)|(?:process|describe|caption|analy[sz]e|discuss|respond to|answer) (?:this|that|your|these|it\b|content)|(?:identify|name|recogni[sz]e) (?:real |any |the |specific )?(?:people|persons?|individuals?|who|anyone|faces?|them|him|her|someone)|provide (?:a description|descriptions|that|this|information about (?:real )?people))/,
    noImage: new RegExp(
      [
        `\\b(?:don't|do not|can't|cannot|can not|couldn't|didn't|unable to|not able to|haven't|don't currently) (?:currently |actually |directly )?(?:see|view|access|open|find|receive|received|display|have access to|have|detect|load)(?: (?:or|and) [a-z]{3,12})? (?:any |an |the |your |this |that |a )?(?:attached |uploaded |actual |provided )?(?:images?|pictures?|photos?|attachments?)(?! (?:of|where|with|that shows?)\\b)`,
        `(?:^|[.,!;] ?(?:but )?)(?:there (?:is|are|was|were) |i see )?no (?:images?|pictures?|photos?|attachments?) (?:is |was |were |has been |have been |seems? to (?:be|have been) )?(?:attached|provided|included|uploaded|shared|sent|received|visible to me|came through|in your message)`,
        `\\b(?:images?|pictures?|photos?|attachments?) (?:you mentioned )?(?:didn't|did not|does not|doesn't|wasn't|was not|hasn't|has not|isn't|is not|weren't)(?: seem to| appear to)? (?:come through|been? (?:attached|uploaded|provided|included)|attached|uploaded|provided|included|upload|load|attach|get attached|have (?:come|been))`,
        `\\byou (?:haven't|have not|didn't|did not|forgot to) ${near}(?:attach|upload|provid|includ|shar)[a-z]{0,3} ${near}(?:image|picture|photo|file)`,
        `\\b(?:i'm|i am|as) (?:only )?a (?:text-based|text-only|language) (?:ai|model|assistant|language model)${near}(?:image|picture|photo|see|view)`,
        `^(?:please|could you(?: please)?|can you(?: please)?) (?:re-?)?(?:upload|attach|provide|share|send)(?: me)? (?:the|an|your|a) (?:image|picture|photo)`,
        `\\bno (?:image|picture|photo)\\b${near}(?:please|could you) `,
        `\\b(?:don't|do not) have the (?:ability|capability) to (?:see|view|process|access)`,
        `\\b(?:cannot|can't|unable to|not able to) (?:view|see|process|analy[sz]e|interpret)(?: (?:or|and) [a-z]{3,12})? images\\b`,
      ].join('|'),
    ),
    goesOn:
      /but i can (?:still )?(?:describe|tell|say|see|share|note|offer|provide|give)|however|instead|\b(?:shows|depicts|there (?:is|are) (?!no )|i can see|appears to be)\b/,
  },
  {
    // German
    sorry:
      /^(?:es tut mir (?:sehr )?leid|tut mir (?:sehr )?leid|entschuldigung|entschuldige|leider|ich bedaure|verzeihung)/,
    cannot:
      /\b(?:kann|darf|möchte|werde)\b[^.!?]{0,120}?\b(?:nicht|keine[nrm]?)\b|nicht in der lage|nicht möglich/,
    refuses:
      /^ich (?:kann|darf|werde) (?:ihnen |dir |euch )?(?:dabei|damit|hierbei|bei dieser (?:anfrage|bitte)|diese (?:anfrage|bitte)|dieses bild|keine personen|personen)\b[^.!?]{0,80}?(?:nicht|identifizieren|erkennen)/,
    noImage: new RegExp(
      `(?:sehe|habe|finde|erkenne|erhalten?|bekommen?)\\b ${near}kein(?:e|en)? ${near}(?:bild|foto|anhang|grafik)|kann ${near}keine (?:bilder|fotos) ${near}(?:sehen|ansehen|anzeigen|öffnen|betrachten|verarbeiten)|kein(?:e|en)? (?:bild|foto|anhang|bilder) ${near}(?:angehängt|hochgeladen|beigefügt|mitgeschickt|erhalten|übermittelt|vorhanden|bekommen)|(?:bilder|das bild|ihr bild|dein bild) ${near}nicht (?:sehen|ansehen|anzeigen|öffnen|betrachten|empfangen|erhalten)|(?:lade|laden sie|füge|fügen sie|sende|senden sie) ${near}(?:bild|foto) ${near}(?:hoch|an|bei|erneut)`,
    ),
    goesOn: /aber ich kann (?!nicht)|jedoch kann ich|stattdessen|zeigt|ist zu sehen/,
  },
  {
    // French
    sorry:
      /^(?:je suis (?:vraiment |sincèrement )?désolée?|désolée?|je m'excuse|excusez-moi|malheureusement|je regrette|toutes mes excuses)/,
    cannot: /\bne (?:peux|puis|suis|pourrai|serai)\b|n'est pas possible|pas en mesure|\bpeux pas\b/,
    refuses:
      /^je ne (?:peux|puis|suis)\b[^.!?]{0,40}?(?:aider|répondre à cette|traiter cette|identifier (?:les |des |cette |la )?(?:personne|gens|individu)|donner suite)/,
    noImage: new RegExp(
      `(?:ne vois|n'ai (?:reçu|vu)|ne trouve|ne reçois) (?:pas |aucune? )${near}(?:image|photo|pièce jointe)|aucune (?:image|photo|pièce jointe) ${near}(?:jointe|fournie|reçue|téléchargée|envoyée|visible|attachée)|(?:ne peux|ne puis|ne suis) pas ${near}(?:voir|visualiser|accéder|afficher|ouvrir) ${near}(?:image|photo)|(?:veuillez|pourriez-vous|merci de) ${near}(?:joindre|télécharger|envoyer|partager|téléverser|fournir) ${near}(?:image|photo)`,
    ),
    goesOn: /mais je peux|cependant|toutefois|en revanche|montre|représente/,
  },
  {
    // Spanish
    sorry: /^(?:lo siento|lo lamento|disculpa|disculpe|perdón|perdona|lamentablemente|desafortunadamente)/,
    cannot: /\bno (?:puedo|podré|me es posible|es posible|estoy autorizad|soy capaz)/,
    refuses:
      /^no (?:puedo|podré)\b[^.!?]{0,40}?(?:ayudar|asistir|cumplir|responder a (?:esa|esta)|procesar (?:esa|esta)|identificar (?:a )?(?:personas|individuos|la persona|quién))/,
    noImage: new RegExp(
      `no (?:veo|encuentro|recibí|he recibido|hay) (?:ninguna? |la |una )?(?:imagen|foto|imágenes|archivo)|no (?:puedo|soy capaz de) ${near}(?:ver|acceder|visualizar|abrir) ${near}(?:imagen|imágenes|foto)|(?:ninguna|la) imagen ${near}(?:adjunt|no se (?:adjuntó|cargó|subió))|(?:por favor|podrías|podría)${near}(?:adjunt|sub|compart|envi|carg)[a-zéáí]{0,5} ${near}(?:imagen|foto)`,
    ),
    goesOn: /pero (?:sí )?puedo|sin embargo|en cambio|muestra/,
  },
  {
    // Portuguese
    sorry: /^(?:desculpe|desculpa|lamento|sinto muito|peço desculpa|infelizmente)/,
    cannot: /\bnão (?:posso|consigo|poderei|é possível|sou capaz|me é possível|estou autorizad)/,
    refuses:
      /^não (?:posso|consigo|poderei)\b[^.!?]{0,40}?(?:ajudar|atender|responder a (?:essa|esta)|processar (?:essa|esta)|identificar (?:pessoas|indivíduos|a pessoa|quem))/,
    noImage: new RegExp(
      `não (?:vejo|encontro|recebi|há|estou vendo) (?:nenhuma? |a |uma )?(?:imagem|foto|imagens|anexo)|não (?:posso|consigo|sou capaz de) ${near}(?:ver|acessar|visualizar|abrir) ${near}(?:imagem|imagens|foto)|nenhuma imagem ${near}(?:anexad|enviad|fornecid|recebid|carregad)|(?:por favor|poderia|pode)${near}(?:anex|envi|compartilh|carreg)[a-zéáíã]{0,5} ${near}(?:imagem|foto)`,
    ),
    goesOn: /mas posso|no entanto|em vez disso|porém|mostra/,
  },
  {
    // Italian
    sorry: /^(?:mi dispiace|mi spiace|spiacente|sono spiacente|scusa|mi scuso|purtroppo)/,
    cannot: /\bnon (?:posso|riesco|potrò|è possibile|sono in grado|mi è possibile|sono autorizzat)/,
    refuses:
      /^non (?:posso|riesco|sono in grado)\b[^.!?]{0,40}?(?:aiutar|assister|soddisfare|rispondere a questa|elaborare questa|identificare (?:le |la |delle )?(?:person|individu))/,
    noImage: new RegExp(
      `non (?:vedo|trovo|ho ricevuto|c'è) (?:alcuna |nessuna |l'|un'|la )?(?:immagine|immagini|foto|allegat)|non (?:posso|riesco a|sono in grado di) ${near}(?:vedere|visualizzare|accedere|aprire) ${near}(?:immagin|foto)|nessuna immagine ${near}(?:allegat|fornit|ricevut|caricat)|(?:per favore|potresti|puoi|potrebbe)${near}(?:alleg|caric|condivid|invi)[a-z]{0,5} ${near}(?:immagine|foto)`,
    ),
    goesOn: /ma posso|tuttavia|invece|mostra/,
  },
  {
    // Dutch
    sorry: /^(?:het spijt me|sorry|helaas|mijn excuses|excuses)/,
    cannot: /\b(?:kan|mag|zal)\b[^.!?]{0,120}?\b(?:niet|geen)\b|niet in staat|niet mogelijk/,
    refuses:
      /^ik (?:kan|mag|zal)\b[^.!?]{0,40}?(?:hier niet|daar niet|niet)\b[^.!?]{0,20}?(?:helpen|voldoen|assisteren|mensen identificeren)/,
    noImage: new RegExp(
      `(?:zie|heb|vind|ontvang)\\b ${near}geen ${near}(?:afbeelding|foto|plaatje|bijlage)|geen (?:afbeelding|foto|bijlage) ${near}(?:bijgevoegd|toegevoegd|ontvangen|geüpload|meegestuurd)|(?:afbeelding|afbeeldingen|foto) ${near}niet (?:zien|bekijken|openen|weergeven)|(?:upload|stuur|deel|voeg)\\b ${near}(?:afbeelding|foto)`,
    ),
    goesOn: /maar ik kan (?!niet)|echter|in plaats daarvan|toont|te zien/,
  },
  {
    // Chinese, simplified and traditional
    sorry: /^(?:非常|很|十分|我很|我)?(?:抱歉|对不起|對不起|遗憾|遺憾|不好意思)/,
    cannot: /(?:不能|无法|無法|不可以|没有办法|沒有辦法|不便|不支持|不予)/,
    refuses:
      /^我(?:不能|无法|無法|不便)[^。！？]{0,20}?(?:协助|協助|帮助|幫助|回答|提供|处理|處理|满足|滿足|识别(?:人|图中人|图片中的人)|識別(?:人|圖中人))|^(?:作为|作為)[^。！？]{0,30}?(?:不能|无法|無法)/,
    noImage:
      /^(?:我|抱歉|很抱歉|非常抱歉|对不起|對不起|您|你|目前|当前|似乎|看起来|好像|这里)[^。！？]{0,16}?(?:没有|沒有|未|没|看不到|无法看到|無法看到|无法查看|無法查看|不能查看|没能看到|并未)[^。！？]{0,12}?(?:图片|圖片|图像|圖像|照片|附件)|(?:图片|圖片|图像|圖像|照片)[^。！？]{0,8}?(?:没有上传|沒有上傳|未上传|未能|没有成功|沒有成功|没有附|沒有附)|请[^。！？]{0,8}?(?:上传|提供|发送)[^。！？]{0,6}?(?:图片|图像|照片)|請[^。！？]{0,8}?(?:上傳|提供|傳送)[^。！？]{0,6}?(?:圖片|圖像|照片)/,
    goesOn: /但(?:是)?我?(?:可以|能)|不过我?(?:可以|能)|不過我?(?:可以|能)|显示了|顯示了|图中有|圖中有/,
  },
  {
    // Japanese
    sorry: /^(?:大変)?(?:申し訳|すみません|ごめん|恐れ入り|残念)/,
    cannot:
      /(?:できません|できかねます|出来ません|いたしかねます|致しかねます|お答えできま|対応できま|お手伝いできま)/,
    refuses:
      /^(?:この|その|ご)?(?:リクエスト|要求|要望|画像|質問|依頼)[^。]{0,20}?(?:お応え|お答え|対応|お手伝い|説明)[^。]{0,6}?(?:できません|できかねます)/,
    noImage:
      /(?:画像|写真|添付)[^。]{0,16}?(?:添付されていま|見えません|見ることができ|見られません|確認できません|届いていません|ありません|表示されません|アップロードされていません|見当たりません|受け取れ)|画像を(?:アップロード|添付|送信|共有)して/,
    goesOn: /(?:ただし|代わりに|しかし)|(?:が|けれど)、[^。]{0,20}?(?:説明できます|見えます)|写っています/,
  },
  {
    // Korean
    sorry: /^(?:죄송|미안|유감|안타깝)/,
    cannot: /(?:수 없|못합니다|않습니다|드릴 수|어렵습니다|불가능)/,
    refuses:
      /^(?:저는 )?(?:이|해당|그|요청하신)[^.]{0,30}?(?:도와드릴|도울|답변할|설명할|처리할|식별할) 수 없/,
    noImage:
      /(?:이미지|사진|그림|첨부)[^.]{0,20}?(?:보이지 않|볼 수 없|확인할 수 없|첨부되지 않|첨부되어 있지 않|없습니다|업로드되지 않|받지 못)|(?:이미지|사진)를 (?:다시 )?(?:업로드|첨부|공유|제공)해/,
    goesOn: /(?:^|[.,]\s?)(?:하지만|대신|그러나)|보입니다/,
  },
  {
    // Russian
    sorry: /^(?:извините|простите|к сожалению|мне (?:очень )?жаль|прошу прощения|приношу извинения|сожалею)/,
    cannot: /(?:не могу|не смогу|не в состоянии|невозможно|не имею возможности|не вправе|не разрешено)/,
    refuses:
      /^я не (?:могу|смогу)[^.!?]{0,30}?(?:помочь|выполнить|ответить на эт|обработать эт|опознать|идентифицировать|определить личност)/,
    noImage: new RegExp(
      `не (?:вижу|нашёл|нашел|получил|получила|обнаружил)[а-я]{0,2} ${near}(?:изображени|картин|фото|вложени)|(?:изображени|картинк|фотографи|фото|вложени)[а-яё]{0,3} ${near}(?:не (?:прикреплен|загружен|был|приложен|получен|загрузил)|отсутству)|не (?:могу|имею возможности) ${near}(?:видеть|увидеть|просматривать|просмотреть|открыть) ${near}(?:изображени|картин|фото)|(?:пожалуйста|могли бы вы)${near}(?:загрузите|прикрепите|отправьте|приложите|пришлите|загрузить|прикрепить) ${near}(?:изображени|картин|фото)`,
    ),
    goesOn: /но (?:я )?могу|однако|вместо этого|изображен[аоы]? /,
  },
];

/** Longer answers say more than that; characters. */
const longest = 500;

/** An answer as the words are looked for in it; `undefined` where it is too long to be one of these. */
function plain(text: string): string | undefined {
  if (text.length > 2 * longest) return undefined;
  const plainText = text
    .replaceAll(/[*_"“”«»「」`]/g, '')
    .replaceAll('’', "'")
    .trim()
    .toLowerCase();
  return plainText.length > longest ? undefined : plainText;
}

/** Whether an answer consists of a refusal in plain words: "I'm sorry, I can't assist with that." */
export function refusesInText(text: string): boolean {
  const plainText = plain(text);
  if (plainText === undefined) return false;
  return languages.some(
    ({ sorry, cannot, refuses, goesOn }) =>
      ((sorry.test(plainText) && cannot.test(plainText)) || refuses.test(plainText)) &&
      !goesOn.test(plainText),
  );
}

/** Whether an answer says that no image came: "I don't see any image attached to your message." */
export function saysThatNoImageCame(text: string): boolean {
  const plainText = plain(text);
  if (plainText === undefined) return false;
  return languages.some(({ noImage, goesOn }) => {
    // In its first sentences: what describes comes first, and may speak of images later.
    const found = noImage.exec(plainText);
    return found !== null && found.index < 160 && !goesOn.test(plainText.slice(found.index));
  });
}
