import type { ApprovalWords } from '../approval-words.js'

export const turkishApproval: ApprovalWords = {
  code: 'tr',
  yes: `evet, e, eet, he, hı hı, evet evet, evet lütfen, tabii, tabi, tabii ki, tabi ki, elbette, kesinlikle, mutlaka, muhakkak, aynen, aynen öyle, doğru, doğrudur, bu doğru, tamam, tamamdır, tmm, peki, olur, olur tabii, oldu, ok, okey, okay, uygun, uygundur, bana uyar, uyar, kabul, kabul ediyorum, onaylıyorum, onaylıyoruz, onayla, onaylayın, onayladım, onay veriyorum, teyit ediyorum, katılıyorum, hemfikirim, iyi, çok iyi, iyidir, güzel, çok güzel, harika, süper, mükemmel, şahane,
    yap, yapın, yapınız, yapabilirsin, yapabilirsiniz, yapalım, yapsın, yap bunu, yapın bunu, öyle yap, öyle yapın, edilsin, yapılsın, olsun tabii, et, edin, ediniz, edebilirsin, edebilirsiniz, edelim, devam, devam et, devam edin, devam edebilirsin, devam edebilirsiniz, devam edelim, buyur, buyurun, hadi, haydi, sorun yok, sorun değil, problem yok, sıkıntı yok, bence uygun, iyi olur, makul, memnuniyetle, neden olmasın ?, neden olmasın, niye olmasın, 👍, ✅, 👌`,
  no: `reddederim, yasaklıyorum, kalsın böyle, hayır, h, yok, yoo, yok yok, hayır hayır, hayır teşekkürler, yok teşekkürler, yok sağ ol, yok sağol, olmaz, asla, katiyen, kesinlikle hayır, kesinlikle olmaz, hiç, hiçbir zaman, istemiyorum, istemem, istemiyoruz, istemez, gerek yok, gereği yok, lüzum yok, ihtiyacım yok, gerekmez, gerekmiyor, şimdi değil, şu an değil, bugün değil, henüz değil, daha değil, yapma, yapmayın, yapmayınız, yapmasın, yapmayalım, etme, etmeyin, etmeyiniz, etmesin, etmeyelim, edilmesin, yapılmasın, olmasın, sakın, sakın yapma, kabul etmiyorum, onaylamıyorum, katılmıyorum, doğru değil, uygun değil,
    dur, durun, durdur, durdurun, iptal, iptal et, iptal edin, vazgeç, vazgeçtim, vazgeçin, bırak, bırakın, boş ver, boşver, boş verin, kalsın, dursun, böyle kalsın, unut, unutun, yanlış, hatalı, hiçbiri, hiçbirini, hiçbirisi, ikisi de olmasın, ikisini de istemiyorum, fikrimi değiştirdim, reddediyorum, ret, 👎, ❌`,
  not: 'değil, hariç, olmadan, hiç, hiçbir, yok',
  open: `tamam tamam, tamam yeter, yeter, tabii canım, tabi canım, iyi böyle, böyle iyi, iyi böyle kalsın, hadi canım, hadi ya, evet evet tabii, peki peki, oldu canım, he he, zaten, eğer, ise, olursa, varsa, yoksa, şartıyla, koşuluyla, sadece eğer, bağlı, duruma bağlı, sürece, zaman, önce, ilk önce, öncelikle, bekle, bekleyin, bekler misin, bekler misiniz, bir dakika, bi dakika, bir saniye, bi saniye, dakika, bir an, belki, galiba, herhalde, muhtemelen, sanırım, sanıyorum, bilmiyorum, emin değilim, hiçbir fikrim yok, düşüneyim, düşünmem, düşünmem lazım, bakayım, sorayım, kontrol edeyim, bakmam lazım, sormam lazım, hmm, hım, yerine, onun yerine, aslında, değiştir, değiştirin, değiştirelim, olsun, başka, farklı, diğer,
    ayrıca, da ekle, de ekle, bir de, daha, daha fazla, daha az, sonra, daha sonra, erken, ne, neden, niye, niçin, nasıl, ne zaman, ne kadar, kaç, kaça, nerede, kim, hangi, hangisi, mı, mi, mu, mü, mısın, misin, musun, mısınız, misiniz, musunuz, mıyım, miyim, acaba, pardon, efendim, anlamadım, tekrar, tekrarla, tekrar eder, demek istediğim, demek istedim, dedim, kastettim`,
  but: 'ama, fakat, ancak, yalnız, lakin',
  joints: 've, o zaman, sonra da, o halde',
  because: 'çünkü, zira, diye, için',
  remarks:
    'ben, biz, benim, bizim, eşim, annem, babam, karım, kocam, birisi, çok, artık, zaten, yarın, acelem',
  reasons: `taşınıyorum, taşınıyoruz, gidiyorum, gidiyoruz, yola, çıkıyorum, acelem var, var, bugün, akşam, sabah, hafta, ay, tatil, doğum, günü, kaybettim, çalındı, bozuk, bozuldu, çanta, cüzdan, eşim için, kardeşim, oğlum, kızım, arkadaşım, ailem, çocuklar, doluyor, bitiyor, yakında, seviyorum, seviyor, bekliyor beni`,
  neutral: `lütfen, teşekkürler, teşekkür ederim, sağ ol, sağol, sağ olun, sağolun, rica ederim, rica etsem, bunu, onu, şunu, bu, o, şu, onları, bunları, şimdi, hemen, derhal, çabuk, artık, işte, ya, yaa, ee, eee, ııı, ıı, ah, oh, hani, hocam, abi, abla, kardeşim, canım, beyefendi, hanımefendi, istiyorum, istiyoruz, isterim, isteriz, bana, bize, evet dedim, dedim ya evet, söyledim ya, istediğim bu, istediğim bu zaten, değişiklik yok, başka bir şey yok, hepsi bu, bu kadar, merak etme, benim için, bizim için, eminim, gayet, gerçekten, siz, sen, yani, lazım`,
  all: 'hepsi, hepsini, tümü, tümünü, her ikisi, her ikisini, ikisi, ikisini, ikisi de, ikisini de, her ikisi de, her ikisini de, üçü de, üçünü de, üçü, üçünü, hepsini de, tamamı, tamamını',
  only: 'sadece, yalnızca, yalnız, bir tek, tek',
  rest: 'diğeri, diğerini, diğerleri, diğerlerini, gerisi, gerisini, kalanı, öbürü, öbürünü, ötekini',
  ordinals:
    'birinci/birincisi/birincisini/birinciyi/ilk/ilki/ilkini, ikinci/ikincisi/ikincisini/ikinciyi, üçüncü/üçüncüsü/üçüncüsünü/üçüncüyü, dördüncü/dördüncüsü/dördüncüsünü, son/sonuncu/sonuncusu/sonuncusunu',
  ending: 3,
  forms:
    /^(?:[iıu]n(?:[iıu]z)?|y[iıu]n(?:[iıu]z)?|[ae]l[iı]m|yal[iı]m|yel[iı]m|s[iıu]n|y?[ae]bilirsin(?:iz)?|m[ae]k|ver|verin)?$/u,
  helpers: 'etmek, yapmak, olmak',
  negated: /m[aei](?:y[ıiae]n|yınız|yiniz|s[ıi]n|yal[ıi]m|yel[ıi]m|yor|z|m|d[ıi])?(?:um|uz|sun)?$|^m[ae]$/u,
}
