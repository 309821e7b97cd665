import type { ApprovalWords } from '../approval-words.js'

export const turkishApproval: ApprovalWords = {
  code: 'tr',
  yes: `ama evet, ama tamam, evet, eet, tabii, tabi, tabii ki, tabi ki, elbette, kesinlikle, mutlaka, muhakkak, aynen, aynen öyle, doğru, doğrudur, tamam, tamamdır, tmm, peki, olur, oldu, ok, okey, okay, uygun, uygundur, uyar, kabul, kabul ediyorum, onaylıyorum, onaylıyoruz, onayla, onaylayın, onayladım, onay veriyorum, teyit ediyorum,
    katılıyorum, hemfikirim, çok iyi, iyidir, çok güzel, harika, süper, mükemmel, şahane, yapınız, yapabilirsin, yapabilirsiniz, yapalım, yapsın, yap bunu, yapın bunu, öyle yap, öyle yapın, edilsin, yapılsın, olsun tabii, ediniz, edebilirsin, edebilirsiniz, edelim, devam et, devam edin, devam edebilirsin,
    devam edebilirsiniz, devam edelim, buyur, buyurun, sorun yok, sorun değil, problem yok, sıkıntı yok, bence uygun, iyi olur, makul, memnuniyetle, neden olmasın ?, neden olmasın, niye olmasın, 👍, ✅, 👌, iyi fikir, neden olmasın ki, sakıncası yok, bir sakıncası yok, aynen öyle yapın, tamamdır yap, öyle olsun, hıhı, hı,
    ıhı, tabii efendim, evet efendim, zevkle, seve seve, büyük bir memnuniyetle, yüzde yüz, konuştuğumuz gibi, alıyorum, alıyoruz, alırım, alırız, anlaştık, varım, bize de uyar, hoşuma gitti, ideal, öyle yapalım, böyle yapalım`,
  weak: 'iyi, güzel, yap, et, edin, yapın, hadi, haydi, e, he, devam',
  no: `reddederim, yasaklıyorum, kalsın böyle, hayır, h, yok, yoo, olmaz, asla, katiyen, kesinlikle hayır, kesinlikle olmaz, hiç, hiçbir zaman, istemem, istemez, gereği yok, lüzum yok, gerekmez, gerekmiyor, şimdi değil, şu an değil, bugün değil, henüz değil, daha değil, yapma, yapmayın, yapmayınız, yapmasın, yapmayalım, etme,
    etmeyin, etmeyiniz, etmesin, etmeyelim, edilmesin, yapılmasın, olmasın, sakın, kabul etmiyorum, onaylamıyorum, katılmıyorum, doğru değil, uygun değil, dur, durun, durdur, durdurun, iptal, iptal et, iptal edin, vazgeç, vazgeçtim, vazgeçin, bırak, bırakın, boş ver, boşver, boş verin, kalsın, dursun, böyle kalsın, unut,
    unutun, yanlış, hatalı, hiçbiri, hiçbirini, hiçbirisi, ikisi de olmasın, ikisini de istemiyorum, fikrimi değiştirdim, reddediyorum, ret, 👎, ❌, kalıyor, kalacak`,
  needless:
    'ihtiyacım yok, ihtiyacımız yok, gerek yok, istemiyorum, istemiyoruz, gelemiyorum, gelemiyoruz, gidemiyorum, gelemeyeceğim, gelemeyeceğiz, gidemeyeceğim, lazım değil',
  not: 'değil, hariç, olmadan, hiç, hiçbir, yok, asla',
  open: `duymuyorum, duyamıyorum, duyamadım, anlamadım, ses gelmiyor, tamam tamam, tamam yeter, yeter, tabii canım, tabi canım, iyi böyle, böyle iyi, iyi böyle kalsın, hadi canım, hadi ya, evet evet tabii, peki peki, oldu canım, he he, zaten, eğer, ise, olursa, varsa, yoksa, şartıyla, koşuluyla, bağlı, sürece, zaman, önce, öncelikle, bekle, bekleyin, bir saniye, bi saniye, dakika,
    bir an, belki, galiba, herhalde, muhtemelen, sanırım, sanıyorum, bilmiyorum, emin değilim, hiçbir fikrim yok, düşüneyim, düşünmem, bakayım, sorayım, kontrol edeyim, bakmam lazım, sormam lazım, yerine, değiştir, değiştirin, değiştirelim, olsun, da ekle, de ekle, ne kadar, kaça, mı, mi, mu, mısın, misin, musun, mısınız,
    misiniz, musunuz, mıyım, miyim, efendim, anlamadım, tekrar, tekrarla, demek istediğim, demek istedim, dedim, kastettim, itiraz*, sakl*, protesto*, karşı*, yalan*, şaka*, saçma*, veto, veya, ya da, duymadım, duyamadım, geri alıyorum, sözümü geri`,
  asks: 'ne, neden, niye, niçin, nasıl, ne zaman, kaç, nerede, kim, hangi, hangisi, acaba',
  changes:
    'adına, dışarıda, içeride, başka yerde, başka, farklı, diğer, daha, daha fazla, daha az, sonra, erken, söyle, söyleyin, göster, gösterin',
  but: 'ama, fakat, ancak, lakin',
  wishes:
    've bana, bir de bana, ve sonra, sonra da, ondan sonra, ardından, ayrıca, bir de, bu arada, sonra bana, hazır başlamışken',
  joints: 've, o zaman, sonra da, o halde',
  remarks:
    'çünkü, zira, diye, için, ben, biz, benim, bizim, eşim, annem, babam, karım, kocam, birisi, çok, artık, yarın, acelem',
  neutral: `evet dedim, dedim ya evet, istediğim bu zaten, değişiklik yok, başka bir şey yok, merak etme, teşekkürler, sağol, sağolun, onu, şunu, o, şu, onları, bunları, şimdi, hemen, derhal, çabuk, işte, ya, yaa, ee, eee, ııı, ıı, ah, oh, hani, hocam, abi, abla, kardeşim, canım, beyefendi, hanımefendi, istiyorum, istiyoruz,
    isterim, isteriz, bana, bize, benim için, bizim için, eminim, gayet, gerçekten, siz, sen, yani, lazım, aslında, pardon, mümkünse, zahmet olmazsa, sakıncası yoksa, olursa sevinirim, bir an önce, şüphesiz, maalesef, ne yazık ki, çok şükür, neyse ki, acelesi yok, sanırım evet, ne güzel, ne iyi, unutmadan, hmm, hım,
    teşekkür ederim, sağ ol, sağ olun, rica ederim, rica etsem, söyledim ya, istediğim bu, bu kadar, çok teşekkürler, çok sağ ol`,
  slots: 'benim, bizim, adı, ismi, için, ile, yerine',
  urges: 'lütfen',
  deictic: 'bu, bunu, bunun',
  all: 'hepsi, hepsini, tümü, tümünü, her ikisi, her ikisini, ikisi, ikisini, ikisi de, ikisini de, her ikisi de, her ikisini de, üçü de, üçünü de, üçü, üçünü, hepsini de, tamamı, tamamını',
  pairs: 'ikisi, ikisi de, her ikisi',
  only: 'sadece, yalnızca, yalnız, bir tek, tek',
  rest: 'diğeri, diğerini, diğerleri, diğerlerini, gerisi, gerisini, kalanı, öbürü, öbürünü, ötekini',
  ordinals:
    'birinci/birincisi/birincisini/birinciyi/ilk/ilki/ilkini, ikinci/ikincisi/ikincisini/ikinciyi, üçüncü/üçüncüsü/üçüncüsünü/üçüncüyü, dördüncü/dördüncüsü/dördüncüsünü, son/sonuncu/sonuncusu/sonuncusunu',
  commands: /(?:[iıu]n|[iıu]n[iıu]z)$/u,
  ending: 3,
  forms:
    /^(?:[iıu]n(?:[iıu]z)?|y[iıu]n(?:[iıu]z)?|[ae]l[iı]m|yal[iı]m|yel[iı]m|s[iıu]n|y?[ae]bilirsin(?:iz)?|m[ae]k|ver|verin)?$/u,
  helpers: 'etmek, yapmak, olmak',
  negated: /m[aei](?:y[ıiae]n|yınız|yiniz|s[ıi]n|yal[ıi]m|yel[ıi]m|yor|z|m|d[ıi])?(?:um|uz|sun)?$|^m[ae]$/u,
}
