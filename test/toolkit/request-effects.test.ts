import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { defineTools } from '../../src/toolkit/define-tools.js'
import { effectOfInput } from '../../src/toolkit/semantics/effect/effect-of-input.js'

type Request = [name: string, method: string, url: string]

/** The effect of each request, as its tool says it. */
function effectsOf(requests: Request[]): string[] {
  const item = requests.map(([name, method, url]) => ({
    name,
    request: { method, url: `https://api.test${url}` },
  }))
  const { definitions } = defineTools(parseCollection({ info: { name: 'Effects' }, item }))
  return definitions.map(({ title, annotations: { readOnlyHint, destructiveHint } }, index) => {
    const effect = readOnlyHint ? 'reads' : destructiveHint ? 'destroys' : 'writes'
    return `${effect}: ${requests[index]?.[0] ?? title}`
  })
}

const named = (names: string[]): Request[] => names.map((name) => [name, 'GET', '/things'])
const texts = (list: string) => list.split(',').map((text) => text.trim())

/** Titles of GET requests whose verbs change something, at least ten a language; those after `|` cannot be undone. */
const CHANGES: Record<string, string> = {
  en: `Create user, Update user, Add item, 2. Enable account, 1. Set as processing, Approve order, Lock door, Archive chat, Start job,
    Reboot server | Delete user, Wipe device, Cancel order, Send invoice, Users delete`,
  de: `Benutzer anlegen, Konto erstellen, Adresse ändern, Auftrag genehmigen, Konto deaktivieren, Benutzer sperren, Termin buchen,
    Bestellung archivieren, Server neustarten, Erstelle Konto | Benutzer löschen, Lösche Benutzer, Benutzer loeschen, Auftrag stornieren,
    Rechnung senden, Eintrag entfernen, Liste löschen, 3. Abo kündigen`,
  es: `Crear usuario, Actualizar cliente, Modificar pedido, Activar cuenta, Bloquear tarjeta, Aprobar solicitud, Asignar tarea,
    Guardar datos, Registrar usuario, Buscar y actualizar | Eliminar usuario, Borrar nota, Cancelar pedido, Enviar correo, Pagar factura,
    Usuario - eliminar, eliminarUsuario`,
  pt: `Criar usuário, Cadastrar cliente, Atualizar pedido, Editar perfil, Ativar conta, Bloquear cartão, Aprovar pedido, Salvar dados,
    Inserir item, Publicar post | Excluir usuário, Deletar cliente, Apagar nota, Cancelar pedido, Enviar e-mail, Remover item`,
  fr: `Créer un compte, Ajouter un produit, Modifier l'utilisateur, Mettre à jour le profil, Activer le compte, Bloquer la carte,
    Approuver la demande, Publier un article, Enregistrer la note, Archiver le dossier | Supprimer l'utilisateur, Annuler la commande,
    Envoyer le message, Effacer la note, Payer la facture, Suppression d'un client`,
  it: `Creare utente, Crea ordine, Aggiungi prodotto, Modifica autore, Aggiorna profilo, Attivare account, Bloccare carta, Approvare ordine,
    Assegnare compito, Pubblicare articolo | Elimina utente, Cancellare ordine, Rimuovi prodotto, Annulla prenotazione, Invia messaggio`,
  nl: `Gebruiker aanmaken, Product toevoegen, Adres wijzigen, Profiel bijwerken, Account activeren, Kaart blokkeren, Order goedkeuren,
    Taak toewijzen, Artikel publiceren, Maak account | Gebruiker verwijderen, Verwijder gebruiker, Order annuleren, Bericht versturen,
    Factuur betalen`,
  pl: `Dodaj użytkownika, Utwórz konto, Zmień adres, Edytuj profil, Aktualizuj dane, Aktywuj konto, Zablokuj kartę, Zatwierdź zamówienie,
    Przypisz zadanie, Wyłącz konto | Usuń użytkownika, Usuwanie konta, Anuluj zamówienie, Wyślij wiadomość, Skasuj notatkę`,
  tr: `Kullanıcı Ekle, Hesap Oluştur, Adres Güncelle, Profil Düzenle, Hesap Etkinleştir, Kart Engelle, Sipariş Onayla, Görev Ata,
    Yazı Yayınla, Sunucu Başlat | Kullanıcı Sil, Kategori Silme, Sipariş İptal Et, Mesaj Gönder, Ürün Kaldır`,
  vi: `Thêm người dùng, Tạo đơn hàng, Cập nhật hồ sơ, Sửa địa chỉ, Kích hoạt tài khoản, Khóa tài khoản, Duyệt đơn, Phân công việc,
    Lưu ghi chú, Xuất bản bài viết | Xóa người dùng, Xoa nguoi dung, Hủy đơn hàng, Gửi tin nhắn, Thu hồi quyền`,
  id: `Tambah pengguna, Buat pesanan, Ubah alamat, Perbarui profil, Aktifkan akun, Blokir kartu, Setujui pesanan, Tetapkan tugas,
    Simpan catatan, Ganti kata sandi | Hapus pengguna, Batalkan pesanan, Kirim pesan, Bayar tagihan, Kosongkan keranjang`,
  ru: `Создать пользователя, Добавить товар, Изменить адрес, Обновить профиль, Активировать аккаунт, Заблокировать карту, Одобрить заказ,
    Назначить задачу, Сохранить заметку, Редактирование профиля | Удалить пользователя, Удаление заказа, Отменить заказ,
    Отправить сообщение, Оплатить счёт`,
  zh: `创建用户, 新增商品, 更新地址, 修改资料, 启用账户, 禁用账户, 批准订单, 分配任务, 保存草稿, 发布文章 | 删除用户, 批量删除, 取消订单,
    发送消息, 清空购物车, 用户删除`,
}

/** Further titles of GET requests that change something: what people do to users, posts, keys and machines. */
const MORE_CHANGES: Record<string, string> = {
  en: `Suspend user, Ban user, Kick member, Regenerate key, Mark as read, Like post, Confirm booking, Sync, Seed database, Reindex,
    Follow user, Rotate secret, Invite guest, Vote, Freeze card`,
  de: `Benutzer suspendieren, Mitglied verbannen, Daten synchronisieren, Als gelesen markieren, Termin bestätigen, Gast einladen,
    Geld überweisen, Kunden benachrichtigen, Mail weiterleiten, Papierkorb leeren, Vertrag beenden, Karte belasten`,
  es: `Suspender usuario, Expulsar miembro, Regenerar clave, Marcar como leído, Confirmar reserva, Sincronizar datos, Retirar dinero,
    Cobrar factura, Reenviar mensaje, Notificar cliente, Vaciar papelera, Terminar contrato`,
  pt: `Suspender usuário, Expulsar membro, Regenerar chave, Marcar como lido, Confirmar reserva, Sincronizar dados, Sacar dinheiro,
    Cobrar fatura, Encaminhar mensagem, Notificar cliente, Esvaziar lixeira, Encerrar conta`,
  fr: `Suspendre l'utilisateur, Bannir le membre, Régénérer la clé, Marquer comme lu, Confirmer la réservation, Synchroniser les données,
    Virer de l'argent, Débiter la carte, Transmettre le message, Notifier le client, Vider la corbeille, Terminer le contrat`,
  it: `Sospendere utente, Espellere membro, Rigenerare chiave, Segna come letto, Confermare prenotazione, Sincronizza dati,
    Prelevare denaro, Addebita carta, Inoltra messaggio, Notificare cliente, Svuota cestino, Terminare contratto`,
  nl: `Gebruiker schorsen, Lid verbannen, Gegevens synchroniseren, Bericht markeren, Boeking bevestigen, Gast uitnodigen, Geld overboeken,
    Kaart afschrijven, Bericht doorsturen, Klant waarschuwen, Prullenbak legen, Contract beëindigen`,
  pl: `Zawieś użytkownika, Zbanuj członka, Synchronizuj dane, Oznacz jako przeczytane, Potwierdź rezerwację, Zaproś gościa, Przelej środki,
    Obciąż kartę, Przekaż wiadomość, Powiadom klienta, Opróżnij kosz, Zakończ umowę`,
  tr: `Kullanıcıyı Askıya Al, Üyeyi Yasakla, Verileri Senkronize Et, Okundu İşaretle, Rezervasyon Onayla, Misafir Davet Et, Para Transfer Et,
    Ücret Al, Mesajı İlet, Müşteriye Bildir, Çöp Kutusunu Boşalt, Sözleşmeyi Feshet`,
  vi: `Đình chỉ người dùng, Cấm thành viên, Đồng bộ dữ liệu, Đánh dấu đã đọc, Xác nhận đặt chỗ, Mời khách, Chuyển khoản cho bạn,
    Rút tiền, Thu phí thẻ, Chuyển tiếp tin nhắn, Thông báo cho khách, Chấm dứt hợp đồng`,
  id: `Tangguhkan pengguna, Keluarkan anggota, Sinkronkan data, Tandai dibaca, Konfirmasi pesanan, Mengundang tamu, Transfer dana,
    Tagih kartu, Teruskan pesan, Beri tahu pelanggan, Kosongkan sampah, Akhiri kontrak`,
  ru: `Приостановить пользователя, Забанить участника, Синхронизировать данные, Отметить как прочитанное, Подтвердить бронь,
    Пригласить гостя, Перечислить деньги, Списать с карты, Переслать письмо, Уведомить клиента, Очистить корзину, Расторгнуть договор`,
  zh: `封禁用户, 踢出成员, 同步数据, 标记已读, 确认预订, 邀请成员, 转账给朋友, 支付订单, 转发邮件, 通知用户, 清空回收站, 终止合同`,
}

/** What people ask of shops, offices and machines in words that name no record. */
const ORDERS_OF_LIFE: Record<string, string> = {
  en: 'Nuke user, Zap cache, Obliterate workspace, Tombstone record, Unpublish, Liquidate position, Cash out, Settle bill, Go live, Forgive debt',
  de: 'Gutschein einlösen, Termin absagen, Rechnung begleichen, Geräte ausloggen, Mitglied rauswerfen, Antrag einreichen, Vertrag verlängern, Konto verknüpfen, Zugriff gewähren, Preis senken',
  es: 'Canjear cupón, Otorgar permisos, Darse de alta, Agendar cita, Encender luz, Pausar envío, Firmar contrato, Renovar plan, Despachar pedido, Recargar saldo',
  pt: 'Desligar dispositivo, Resgatar cupom, Conceder acesso, Agendar consulta, Pausar plano, Renovar contrato, Recarregar saldo, Aceitar convite, Liquidar dívida, Corrigir valor',
  fr: 'Régler la facture, Valider la commande, Expédier le colis, Souscrire, Accorder un accès, Éteindre la lampe, Verrouiller la porte, Prolonger le contrat, Accepter la demande, Licencier',
  it: 'Rimborsa ordine, Disdici abbonamento, Paga fattura, Azzera contatore, Riavvia il server, Cestina il messaggio, Revoca accesso, Trasferisci fondi, Rinnova contratto, Accendi luce',
  nl: 'Betaling terugstorten, Account opheffen, Afspraak afzeggen, Bon verzilveren, Toegang verlenen, Contract verlengen, Apparaat koppelen, Deur vergrendelen, Saldo opwaarderen, Prijs verlagen',
  pl: 'Zrestartuj serwer, Przyznaj dostęp, Zrealizuj kupon, Doładuj konto, Wpłać zaliczkę, Podpisz umowę, Ureguluj rachunek, Wykasuj dane, Dołącz do grupy, Obniż cenę',
  tr: 'Kartı Bloke Et, Para Transferi Yap, Daveti Kabul Et, Cihazı Eşleştir, Planı Duraklat, Süreyi Uzat, Sipariş Ver, Randevuyu Ertele, Çıkış Yap, Fiyatı Artır',
  vi: 'Khóa thẻ, Gia hạn gói, Tạm dừng dịch vụ, Bật đèn, Tắt đèn, Kết nối thiết bị, Chia sẻ tệp, Cấp quyền, Chấp nhận lời mời, Đăng xuất',
  id: 'Berhenti berlangganan, Nyalakan lampu, Matikan lampu, Perpanjang kontrak, Terima undangan, Bagikan berkas, Isi saldo, Ajukan cuti, Tunda jadwal, Lunasi tagihan',
  ru: 'Отписаться, Перезапустить сервер, Подключить устройство, Продлить договор, Принять приглашение, Выдать доступ, Пополнить счёт, Погасить долг, Уволить сотрудника, Отложить встречу',
  zh: '冻结银行卡, 解冻账户, 兑换优惠券, 续费会员, 充值余额, 上架商品, 驳回申请, 导入数据, 合并订单, 授予权限',
}

/** Titles of POST requests that cannot be undone or that reach others. */
const LOSSES: Record<string, string> = {
  en: `Transfer money, Wire funds, Withdraw cash, Charge card, Forward mail, Notify customers, Broadcast message, Empty trash, Truncate table,
    Terminate contract, Format disk, Bank transfer, Create transfer, Purchase ticket`,
  de: 'Überweisung, Geld überweisen, Bargeld abheben, Karte belasten, Mail weiterleiten, Kunden benachrichtigen, Korb leeren, Vertrag kündigen',
  es: 'Transferencia, Nuevo pago, Retirar efectivo, Cobrar tarjeta, Reenviar correo, Notificar clientes, Vaciar papelera, Rescindir contrato',
  pt: 'Transferência, Pix, Sacar dinheiro, Cobrar cartão, Encaminhar e-mail, Notificar clientes, Esvaziar lixeira, Rescindir contrato',
  fr: 'Virement, Effectuer un virement, Retirer des fonds, Débiter la carte, Transmettre le message, Notifier les clients, Vider la corbeille',
  it: 'Bonifico, Nuovo bonifico, Prelevare contanti, Addebitare carta, Inoltrare mail, Notificare clienti, Svuotare cestino, Disdetta',
  nl: 'Overboeking, Nieuwe betaling, Geld opnemen, Kaart afschrijven, Mail doorsturen, Klanten waarschuwen, Prullenbak legen',
  pl: 'Przelew, Nowy przelew, Wypłać gotówkę, Obciąż kartę, Przekaż wiadomość, Powiadom klientów, Opróżnij kosz, Wypowiedz umowę',
  tr: 'Havale, Para Çek, Havale Yap, Tahsil Et, Mesajı İlet, Müşteriye Haber Ver, Çöpü Boşalt, Sözleşmeyi Feshet, Diski Formatla',
  vi: 'Chuyển khoản, Thanh toán, Rút tiền, Thu phí, Chuyển tiếp thư, Thông báo cho khách hàng, Làm trống thùng rác, Chấm dứt hợp đồng',
  id: 'Transfer dana, Pembayaran, Tarik dana, Tagih kartu, Teruskan pesan, Beri tahu pelanggan, Kosongkan sampah, Akhiri kontrak',
  ru: 'Перевод, Новый платеж, Снять наличные, Списать с карты, Переслать письмо, Уведомить клиентов, Опустошить корзину, Расторгнуть договор',
  zh: '支付, 订单支付, 转账, 申请提现, 转发邮件, 通知用户, 群发短信, 清空回收站, 终止合同, 格式化磁盘',
}

/** Beginnings or ends of ordinary reads (`_` is the noun), and nouns, as collections have them. */
const READS: Record<string, [phrases: string, nouns: string]> = {
  en: [
    'Get _, List _, Show all _, Find _ by id, _ details, _',
    'users, orders, payments, Modifier groups, payer, registrars',
  ],
  de: [
    '_ anzeigen, _ abrufen, Alle _, Liste der _, _ suchen, _',
    'Benutzer, Kunden, Sperren, Rechnungen, Löschprotokolle',
  ],
  es: [
    'Obtener _, Listar _, Buscar _, Ver _, Detalle de _, _',
    'usuarios, registros, envíos, reservas, cambios',
  ],
  pt: [
    'Obter _, Listar _, Buscar _, Consultar _, Detalhes de _, _',
    'usuários, registros, pedidos, envios, cadastros',
  ],
  fr: [
    'Obtenir _, Lister _, Liste des _, Voir _, Afficher _, _',
    'utilisateurs, commandes, envois, paiements, modifications',
  ],
  it: [
    'Ottenere _, Elenco _, Lista _, Mostra _, Cerca _, _',
    'utenti, ordini, pagamenti, modifiche, clienti',
  ],
  nl: [
    '_ ophalen, _ tonen, Lijst van _, Alle _, Zoek _, _',
    'gebruikers, bestellingen, betalingen, wijzigingen, klanten',
  ],
  pl: [
    'Pobierz _, Lista _, Wyszukaj _, Wszystkie _, Szczegóły _, _',
    'użytkowników, zamówienia, zmiany, płatności, klientów',
  ],
  tr: [
    '_ Getir, _ Listele, _ Listesi, Tüm _, _ Detayı, _',
    'Kullanıcılar, Siparişler, Ödemeler, Kayıtlar, Ürünler',
  ],
  vi: [
    'Lấy _, Danh sách _, Xem _, Tìm kiếm _, Chi tiết _, Tất cả _',
    'người dùng, đơn hàng, khóa học, thanh toán, sản phẩm',
  ],
  id: [
    'Ambil _, Lihat _, Daftar _, Cari _, Semua _, Detail _',
    'pengguna, pesanan, pembayaran, perubahan, produk',
  ],
  ru: [
    'Получить _, Список _, Найти _, Просмотр _, Все _, _',
    'пользователи, заказы, платежи, изменения, товары',
  ],
  zh: ['获取_, 查询_, _列表, _详情, 查看_, _', '用户, 订单, 取消原因, 更新日志, 支付方式'],
}

describe('a GET that is named after a change', () => {
  it.each(Object.entries(CHANGES))('is asked about in the language %s', (_code, list) => {
    const [writes = [], destroys = []] = list.split('|').map(texts)
    expect(writes.length + destroys.length).toBeGreaterThanOrEqual(10)
    expect(effectsOf(named([...writes, ...destroys]))).toEqual([
      ...writes.map((name) => `writes: ${name}`),
      ...destroys.map((name) => `destroys: ${name}`),
    ])
  })
})

describe.each(Object.keys(CHANGES))('a change in the language %s', (code) => {
  it('is asked about as a GET, whoever or whatever it changes', () => {
    const names = texts(`${MORE_CHANGES[code]!}, ${ORDERS_OF_LIFE[code]!}`)
    expect(names.length).toBeGreaterThanOrEqual(10)
    expect(effectsOf(named(names)).filter((one) => one.startsWith('reads'))).toEqual([])
  })

  it('is asked about with "destructive" if it cannot be undone or reaches others', () => {
    const names = texts(LOSSES[code]!)
    const posts = names.map((name): Request => [name, 'POST', '/things'])
    expect(effectsOf(posts)).toEqual(names.map((name) => `destroys: ${name}`))
  })
})

describe('an ordinary read', () => {
  it.each(Object.entries(READS))('is not asked about in the language %s', (_code, [phrases, nouns]) => {
    const names = texts(phrases).flatMap((phrase) => texts(nouns).map((noun) => phrase.replace('_', noun)))
    expect(names.length).toBeGreaterThanOrEqual(30)
    expect(effectsOf(named(names)).filter((one) => !one.startsWith('reads'))).toEqual([])
  })
})

describe('a value of a call', () => {
  const tool = (url: object, more: object = {}) => {
    const request = { method: 'GET', url: { host: ['https://api.test'], ...url }, ...more }
    return defineTools(parseCollection({ info: { name: 'Calls' }, item: [{ name: 'Get help', request }] }))
      .definitions[0]!
  }
  const help = (values: string) =>
    tool({
      path: ['troubleshooting', ':category'],
      variable: [{ key: 'category', value: 'billing', description: `One of: ${values}` }],
    })

  it('is a topic where most listed values are topics, and a command where they are commands', () => {
    const topics = help('login_issue, billing, network')
    expect(topics.parameters.properties?.category?.enum).toContain('login_issue')
    expect(effectOfInput({ category: 'login_issue' }, topics)).toBe('none')
    expect(effectOfInput({ category: 'login' }, topics)).toBe('writes')
    expect(effectOfInput({ category: 'stop_all' }, help('start_all, stop_all, status'))).toBe('writes')
  })

  it('is an input where a sentence only begins like a statement', () => {
    const body = (text: string) => ({ mode: 'raw', raw: JSON.stringify({ contact: 7, text }) })
    const inputs = (text: string) =>
      Object.keys(
        tool({ path: ['reminders'] }, { method: 'POST', body: body(text) }).parameters.properties!.body!
          .properties!,
      )
    expect(inputs('Call back')).toEqual(['contact', 'text'])
    expect(inputs('Copy to Bob')).toEqual(['contact', 'text'])
    expect(inputs('delete from users')).toEqual(['contact'])
    expect(inputs('CALL purge()')).toEqual(['contact'])
  })
})

describe('the effect of a request', () => {
  const requests: [effect: string, ...Request][] = [
    ['writes', 'User info', 'GET', '/me?action=suspend'],
    ['writes', 'User info', 'GET', '/me?cmd=rm'],
    ['writes', 'User info', 'GET', '/me?cmd=poweroff'],
    ['writes', 'User info', 'GET', '/me?service=user.ban'],
    ['reads', 'User info', 'GET', '/me?service=user.info'],
    ['writes', 'User info', 'GET', '/me?operationName=BanUser&variables={}'],
    ['destroys', 'User info', 'GET', '/users/5/DeLeTe'],
    ['destroys', 'User info', 'GET', '/users/5/delete1'],
    ['destroys', 'User info', 'GET', '/users/5/deleteuser'],
    ['writes', 'User info', 'GET', '/signout'],
    ['reads', 'User info', 'GET', '/oauth2/me'],
    ['writes', 'Usuario', 'GET', '/usuarios/guardar'],
    ['destroys', 'Usuario', 'GET', '/usuarios/eliminar'],
    ['destroys', 'Benutzer', 'GET', '/benutzer/7/loeschen'],
    ['destroys', 'Compte', 'GET', '/supprimer/7'],
    ['destroys', 'Usuario', 'POST', '/usuarios/borrar'],
    ['destroys', 'wipe_device', 'POST', '/devices/wipe'],
    ['destroys', 'create_refund', 'POST', '/orders'],
    ['destroys', 'Payment request', 'POST', '/terminal'],
    ['destroys', 'Mark as paid', 'POST', '/invoices/7'],
    ['writes', 'request_paid_time_off', 'POST', '/leave'],
    ['writes', 'Create payment link', 'POST', '/links'],
    ['writes', 'Restore deleted item', 'POST', '/items/7'],
    ['reads', 'Withdraw history', 'GET', '/withdraw/history'],
    ['reads', 'Transfer status', 'GET', '/transfers/7'],
    ['reads', 'Virement', 'GET', '/virements/7'],
    ['writes', 'Post', 'GET', '/posts/7/like'],
    ['writes', 'User', 'GET', '/users/7/suspend'],
    ['writes', 'User', 'GET', '/suspendUser/7'],
    ['writes', 'User', 'GET', '/users/7/regenerate-key'],
    ['writes', 'Note', 'GET', '/notes/7/mark-as-read'],
    ['writes', 'Jobs', 'GET', '/jobs/retry'],
    ['reads', 'Mark price', 'GET', '/markPrice'],
    ['destroys', 'Wallet', 'GET', '/wallet/withdraw'],
    ['destroys', 'Wallet', 'GET', '/wallet/transfer?to=5'],
    ['writes', 'Cart', 'GET', '/checkout'],
    ['reads', 'Wallet', 'GET', '/withdraw/5/receipt'],
    ['reads', 'Get transfer', 'GET', '/wallet/transfer'],
    ['reads', 'Transfers', 'GET', '/wallet/transfer'],
    ['reads', 'Transfer status', 'GET', '/wallet/transfer'],
    ['destroys', 'User', 'GET', '/users?eliminar=1'],
    ['destroys', 'User', 'GET', '/users?r=user/delete'],
    ['destroys', 'User', 'GET', '/users?type=delete'],
    ['destroys', 'Order', 'GET', '/orders/7/删除'],
    ['destroys', 'User', 'GET', '/users/del/7'],
    ['destroys', 'User', 'GET', '/users/rm/7'],
    ['writes', 'Order', 'GET', '/orders/7?accept=true'],
    ['writes', 'Order', 'GET', '/orders/7?lock=1'],
    ['destroys', 'Order', 'GET', '/orders/7?pay=now'],
    ['writes', 'Message', 'GET', '/messages/7?mark_read=true'],
    ['reads', 'Orders', 'GET', '/orders?accepted=true'],
    ['reads', 'Accounts', 'GET', '/accounts?locked=true'],
    ['reads', 'Post', 'GET', '/posts/7'],
    ['reads', 'Run', 'GET', '/runs/7'],
    ['reads', 'Block', 'GET', '/blocks/7'],
    ['writes', 'Start jobs', 'GET', '/start-jobs'],
    ['writes', 'Run', 'GET', '/jobs/7/run'],
    ['destroys', 'Money', 'POST', '/accounts/7/wire'],
    ['writes', 'Update payment method', 'PUT', '/methods/7'],
    ['writes', 'Actualizar método de pago', 'PUT', '/methods/7'],
    ['reads', 'Suppression list', 'GET', '/suppressions'],
  ]
  it.each(requests)('%s: %s %s %s', (effect, ...request) => {
    expect(effectsOf([request])).toEqual([`${effect}: ${request[0]}`])
  })
})
